import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as batch from "@/app/api/v1/tracker/events/batch/route";
import * as ownApply from "@/app/api/v1/tracker/rules/apply/route";
import * as ownPreview from "@/app/api/v1/tracker/rules/preview/route";
import * as own from "@/app/api/v1/tracker/rules/route";
import * as why from "@/app/api/v1/tracker/samples/[sample_id]/why/route";
import * as correcting from "@/app/api/v1/tracker/samples/route";
import * as one from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/[rule_id]/route";
import * as apply from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/apply/route";
import * as cancel from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/cancel/route";
import * as importing from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/import/route";
import * as preview from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/preview/route";
import * as list from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/route";
import { db } from "@/lib/platform/database";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/limits";
import { enrichBuckets, sweepDirtyBuckets } from "@/lib/tracker/enrichment/jobs";
import { ENRICH_SHARDS } from "@/lib/tracker/enrichment/limits";
import { markBuckets } from "@/lib/tracker/enrichment/marks-store";
import { rederiveJob } from "@/lib/tracker/rules/jobs";
import { PATTERNS_TRIED_MAX, RULES_MAX, TITLE_RULES_MAX } from "@/lib/tracker/rules/limits";
import { call } from "@/tests/support/call";
import { aBatch, aMember, aProject, aSample, aTrackedDevice, aWorkspace } from "@/tests/support/factories";
import { derivationsOf } from "@/tests/support/samples";
import { asked, createRule, rule, type Tracked } from "@/tests/support/tracker-rules";

/** A full hour of yesterday. */
const HOUR = new Date(Math.floor(Date.now() / HOUR_MS - 30) * HOUR_MS);
const SHOP = { name: "Acme Shop", bundle_id: "com.acme.shop", window_title: "Orders" };

/** Samples of a minute each, one after the other from a minute of the hour on. */
function minutesOf(from: number, count: number, given: Record<string, unknown> = {}) {
  return Array.from({ length: count }, (_, index) =>
    aSample({
      ts: new Date(HOUR.getTime() + (from + index + 1) * MINUTE_MS).toISOString(),
      active_app: SHOP,
      ...given,
    }),
  );
}

async function upload(tracked: Tracked, events: unknown[]) {
  const body = aBatch(tracked.deviceId, events);
  const answer = await call(batch.POST, "POST", { bearer: tracked.developer.jwt, body });
  expect(answer.json).toMatchObject({ accepted: events.length, rejected: [] });
}

const shards = Array.from({ length: ENRICH_SHARDS }, (_, shard) => shard);

/** What the jobs of a workspace, or of another turn, do until nothing is left. */
async function enrich(workspaceId: string) {
  for (const shard of shards) {
    while (await enrichBuckets.handler({ workspace_id: workspaceId, shard }, { now: new Date() }));
  }
}

async function replayAll(ruleSetId: string) {
  while (await rederiveJob.handler({ rule_set_id: ruleSetId }, { now: new Date() }));
}

async function setOf(tracked: Tracked) {
  return db().trackerRuleSet.findUniqueOrThrow({
    where: { workspaceId: tracked.workspace.id },
    include: { replay: true },
  });
}

/** Applies a workspace's rules, and derives again what is held. */
async function applyAll(tracked: Tracked) {
  expect((await call(apply.POST, "POST", asked(tracked))).status).toBe(200);
  await replayAll((await setOf(tracked)).id);
}

async function categoriesOf(tracked: Tracked) {
  const rows = await db().trackerBucket.groupBy({
    by: ["category"],
    where: { developerId: tracked.developer.id },
    _sum: { seconds: true },
  });
  return Object.fromEntries(rows.map(({ category, _sum }) => [category, _sum.seconds]));
}

async function derivedOf(tracked: Tracked) {
  return (await derivationsOf(tracked.developer.id)).map(({ sampleId: _, ...derivation }) => derivation);
}

async function aDayOf(count: number, given: Record<string, unknown> = {}) {
  const tracked = await aTrackedDevice();
  await upload(tracked, minutesOf(0, count, given));
  await enrich(tracked.workspace.id);
  return tracked;
}

describe("rules of a workspace", () => {
  it("are written, changed, moved and deleted, and take effect once applied", async () => {
    const tracked = await aDayOf(10);
    const first = await createRule(tracked, rule("bundle", "com.acme.Shop"));
    expect(first.value).toBe("com.acme.shop");
    const second = await createRule(tracked, rule("executable", "Acme Shop", "design"));
    const moved = await call(one.PATCH, "PATCH", asked(tracked, { position: 0 }, { rule_id: second.id }));
    expect(moved.json).toEqual({ ...second, draft_version: 3 });
    const changed = await call(
      one.PATCH,
      "PATCH",
      asked(tracked, { category: "biz.crm" }, { rule_id: second.id }),
    );
    expect(changed.json).toMatchObject({ value: "acme shop", category: "biz.crm" });
    const before = await call(list.GET, "GET", asked(tracked));
    expect(before.json).toMatchObject({ version: 0, is_changed: true, applied_at: null, replay: null });
    expect(before.json.rules.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(await categoriesOf(tracked)).toEqual({ uncategorised: 600 });

    await applyAll(tracked);
    expect(await categoriesOf(tracked)).toEqual({ "biz.crm": 600 });
    expect((await derivedOf(tracked))[0]).toMatchObject({
      category: "biz.crm",
      ruleId: `workspace/${second.id}`,
      version: expect.stringMatching(/^\d+\.1\.0$/),
    });
    const after = await call(list.GET, "GET", asked(tracked));
    expect(after.json).toMatchObject({
      version: 1,
      is_changed: false,
      replay: { status: "done", samples_done: 10, samples_total: 10 },
    });

    await upload(tracked, minutesOf(20, 5));
    await enrich(tracked.workspace.id);
    expect(await categoriesOf(tracked)).toEqual({ "biz.crm": 900 });
    expect((await call(one.DELETE, "DELETE", asked(tracked, undefined, { rule_id: second.id }))).status).toBe(
      204,
    );
    await applyAll(tracked);
    expect(await categoriesOf(tracked)).toEqual({ learn: 900 });
    const audited = await db().auditEvent.count({
      where: { workspaceId: tracked.workspace.id, action: "tracker.rules_applied" },
    });
    expect(audited).toBe(2);
  });

  it("ask for can_manage_tracker", async () => {
    const tracked = await aTrackedDevice();
    const member = await aMember(tracked.workspace.id, "viewer");
    for (const [method, route] of [
      ["GET", list.GET],
      ["POST", preview.POST],
      ["POST", apply.POST],
    ] as const) {
      const body = method === "POST" ? { body: {} } : {};
      const answer = await call(route, method, {
        bearer: member.jwt,
        params: { workspace_id: tracked.workspace.id },
        ...body,
      });
      expect([answer.status, answer.json.detail]).toEqual([403, "Permission denied"]);
    }
  });

  it.each([
    [rule("title~", "(a+)+$"), "2 characters"],
    [rule("title~", ".*"), "2 characters"],
    [rule("title~", "(acme"), "Not a pattern"],
    [rule("host", "*"), "Must be a host"],
    [rule("bundle", "*"), "Must be a bundle id"],
    [rule("title~", "x".repeat(201)), "200"],
    [rule("host", "acme.example", "idle"), "category"],
    [rule("host", "acme.example", "nonsense"), "category"],
    [rule("colour", "red"), "kind"],
  ])("are refused if they match everything or can't be parsed: %j", async (given, reason) => {
    const tracked = await aTrackedDevice();
    const answer = await call(list.POST, "POST", asked(tracked, given));
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.json)).toContain(reason);
    expect((await call(list.GET, "GET", asked(tracked))).json.rules).toEqual([]);
  });

  it("are limited in number, patterns even more, and each exists only once", async () => {
    const tracked = await aTrackedDevice();
    const patterns = Array.from({ length: TITLE_RULES_MAX }, (_, n) => rule("title~", `acme ${n}!`));
    const hosts = Array.from({ length: RULES_MAX - TITLE_RULES_MAX - 1 }, (_, n) =>
      rule("host", `h${n}.example`),
    );
    const imported = await call(importing.POST, "POST", asked(tracked, { rules: [...patterns, ...hosts] }));
    expect([imported.status, imported.json.imported]).toEqual([200, RULES_MAX - 1]);
    const another = await call(list.POST, "POST", asked(tracked, rule("title~", "one more")));
    expect([another.status, another.json.detail]).toEqual([422, expect.stringContaining("50 rules")]);
    const twice = await call(list.POST, "POST", asked(tracked, rule("host", "H0.example", "design")));
    expect([twice.status, twice.json.detail]).toEqual([409, "There is a rule for host h0.example already"]);
    await createRule(tracked, rule("host", "last.example"));
    const tooMany = await call(list.POST, "POST", asked(tracked, rule("host", "more.example")));
    expect([tooMany.status, tooMany.json.detail]).toEqual([422, expect.stringContaining("2000 rules")]);
    const stored = await call(list.GET, "GET", asked(tracked));
    expect(stored.json.rules).toHaveLength(RULES_MAX);
  });

  it("that were stored before such were refused say why they are not applied", async () => {
    const tracked = await aDayOf(1);
    const good = await createRule(tracked, rule("title~", "Orders"));
    const old = { id: randomUUID(), ...rule("title~", "(?:orders|shop){999}") };
    const where = { workspaceId: tracked.workspace.id };
    await db().trackerRuleSet.update({ where, data: { draft: [old, good] } });
    const { json } = await call(list.GET, "GET", asked(tracked));
    expect(json.rules).toEqual([
      { ...old, problem: expect.stringContaining("Repeats too much") },
      { id: good.id, ...rule("title~", "Orders") },
    ]);
    await applyAll(tracked);
    expect(await categoriesOf(tracked)).toEqual({ learn: 60 });
  });

  it("with too many patterns are refused before any pattern is read", async () => {
    const tracked = await aTrackedDevice();
    const unread = Array.from({ length: TITLE_RULES_MAX + 1 }, (_, n) => rule("title~", `acme ${n}(`));
    const classes = Array.from({ length: PATTERNS_TRIED_MAX + 1 }, (_, n) => ({
      name: ["Programming"],
      rule: { type: "regex", regex: `acme ${n}(` },
    }));
    for (const answer of [
      await call(importing.POST, "POST", asked(tracked, { rules: unread })),
      await call(preview.POST, "POST", asked(tracked, { rules: unread })),
      await call(importing.POST, "POST", asked(tracked, { classes })),
    ]) {
      expect(answer.status).toBe(422);
      expect(JSON.stringify(answer.json)).toContain("50 rules that match titles");
      expect(JSON.stringify(answer.json)).not.toContain("can be read");
    }
  });

  it("can be exported to a file, and imported from one or from ActivityWatch's categories", async () => {
    const [tracked, other] = [await aTrackedDevice(), await aTrackedDevice()];
    await createRule(tracked, rule("host", "acme.example"));
    await createRule(tracked, rule("path", "~/src/shop", "design"));
    const file = (await call(list.GET, "GET", asked(tracked))).json;
    const imported = await call(importing.POST, "POST", asked(other, { rules: file.rules, mode: "replace" }));
    expect(imported.json).toMatchObject({ imported: 2, skipped: [] });
    const again = await call(importing.POST, "POST", asked(other, { rules: file.rules }));
    expect(again.json.imported).toBe(0);
    const classes = [
      { name: ["Work", "Programming"], rule: { type: "regex", regex: "GitHub|vim", ignore_case: true } },
      { name: ["Nobody knows"], rule: { type: "regex", regex: "foo" } },
      { name: ["Uncategorized"], rule: { type: null } },
    ];
    const watched = await call(importing.POST, "POST", asked(other, { classes }));
    expect(watched.json).toMatchObject({
      imported: 3,
      skipped: [{ name: "Nobody knows", needs_category: true }],
    });
    expect(
      watched.json.rules.map(({ kind, value }: { kind: string; value: string }) => `${kind} ${value}`),
    ).toEqual([
      "host acme.example",
      "path ~/src/shop",
      "executable github",
      "executable vim",
      "title~ GitHub|vim",
    ]);
    const nothing = await call(importing.POST, "POST", asked(other, { mode: "replace" }));
    expect(nothing.status).toBe(422);
  });
});

it("rules from ActivityWatch's categories can be read afterwards, whatever their names and patterns are", async () => {
  const tracked = await aTrackedDevice();
  const regex = (text: string) => ({ type: "regex", regex: text });
  const classes = [
    ...["__proto__", "constructor", "toString"].map((name) => ({ name: [name], rule: regex("acme") })),
    { name: ["Programming"], rule: regex(`${"acme.".repeat(50)}example|git`) },
    { name: ["Programming"], rule: regex(`${"(?:".repeat(50_000)}acme${")".repeat(50_000)}`) },
  ];
  const imported = await call(importing.POST, "POST", asked(tracked, { classes }));
  expect(imported.status).toBe(200);
  expect(imported.json.skipped).toHaveLength(4);
  expect(imported.json.rules).toMatchObject([{ kind: "executable", value: "git", category: "dev.code" }]);
  const stored = await call(list.GET, "GET", asked(tracked));
  expect([stored.status, stored.json.rules]).toEqual([200, imported.json.rules]);
});

describe("a preview", () => {
  it("shows what rules would change in the reader's own days, and which are useless or conflict", async () => {
    const tracked = await aDayOf(30);
    const web = { active_app: { name: "chrome.exe", bundle_id: "chrome.exe", window_title: "Acme" } };
    await upload(tracked, minutesOf(30, 10, { ...web, browser: { url: "https://acme.example/a" } }));
    const colleague = await aTrackedDevice();
    await upload(colleague, minutesOf(0, 30));
    const rules = [
      rule("bundle", "com.acme.*", "biz.crm"),
      rule("title~", "orders", "design"),
      rule("host", "acme.example", "learn"),
      rule("host", "nobody.example", "learn"),
    ];
    const answer = await call(preview.POST, "POST", asked(tracked, { rules }));
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      minutes: 40,
      moved: [
        { from: "uncategorised", to: "biz.crm", minutes: 30 },
        { from: "web.unknown", to: "learn", minutes: 10 },
      ],
      conflicts: [{ rule: 1, decided_by: 0, minutes: 30 }],
      never_matched: [3],
      matches_all: [],
      is_partial: false,
    });
    expect(answer.json.categories).toContainEqual({ category: "biz.crm", before: 0, after: 30 });
    const all = await call(preview.POST, "POST", asked(colleague, { rules: rules.slice(0, 1) }));
    expect(all.json).toMatchObject({ minutes: 30, matches_all: [0] });
    expect((await call(list.GET, "GET", asked(tracked))).json).toMatchObject({ version: 0, rules: [] });
  });

  it("changes nothing that its person corrected", async () => {
    const tracked = await aDayOf(30);
    const { ts } = await db().trackerSample.findFirstOrThrow({
      where: { developerId: tracked.developer.id },
      orderBy: { ts: "asc" },
    });
    const from = new Date(ts.getTime() - 60_000);
    const to = new Date(from.getTime() + 10 * 60_000 + 30_000);
    const bearer = tracked.developer.jwt;
    const said = { from: from.toISOString(), to: to.toISOString(), category: "design" };
    expect((await call(correcting.PATCH, "PATCH", { bearer, body: said })).status).toBe(200);
    const rules = [rule("bundle", "com.acme.*", "biz.crm"), rule("title~", "orders", "learn")];
    const { json } = await call(preview.POST, "POST", asked(tracked, { rules }));
    expect(json).toMatchObject({
      minutes: 30,
      moved: [{ from: "uncategorised", to: "biz.crm", minutes: 19.5 }],
      conflicts: [{ rule: 1, decided_by: 0, minutes: 19.5 }],
      matches_all: [0, 1],
    });
    expect(json.categories).toContainEqual({ category: "design", before: 10.5, after: 10.5 });
  });

  it("shows exactly what applying then does, to the minute", async () => {
    const tracked = await aDayOf(20);
    await createRule(tracked, rule("title~", "orders", "biz.crm"));
    const { json } = await call(preview.POST, "POST", asked(tracked, {}));
    await applyAll(tracked);
    const shown = json.categories as { category: string; after: number }[];
    const after = shown.filter((each) => each.after > 0).map((each) => [each.category, each.after * 60]);
    expect(Object.fromEntries(after)).toEqual(await categoriesOf(tracked));
  });

  it("counts what a device recorded whose clock is ahead, as applying does", async () => {
    const tracked = await aDayOf(1);
    const ts = new Date(Date.now() + 4 * MINUTE_MS).toISOString();
    await upload(tracked, [aSample({ ts, active_app: SHOP })]);
    const rules = [rule("title~", "orders", "biz.crm")];
    const { json } = await call(preview.POST, "POST", asked(tracked, { rules }));
    expect(json).toMatchObject({ minutes: 2, moved: [{ from: "uncategorised", to: "biz.crm", minutes: 2 }] });
  });
});

describe("rules that name a project", () => {
  const repository = { file_context: { repo: "git@github.com:acme/shop.git" } };

  async function projectsOf(tracked: Tracked) {
    const rows = await db().trackerBucket.groupBy({
      by: ["projectId"],
      where: { developerId: tracked.developer.id },
      _sum: { seconds: true },
    });
    return Object.fromEntries(rows.map(({ projectId, _sum }) => [projectId, _sum.seconds]));
  }

  it("move time to it, and to a category too if they name one, as shown by their preview and by why", async () => {
    const tracked = await aDayOf(10, repository);
    const other = await aProject(tracked.developer, tracked.workspace.id);
    const rules = [
      { kind: "repository", value: "acme/shop", project_id: other.id },
      { kind: "bundle", value: "com.acme.*", category: "biz.crm" },
      { kind: "path", value: "~/nowhere", project_id: other.id },
    ];
    const seen = (await call(preview.POST, "POST", asked(tracked, { rules }))).json;
    expect(seen).toMatchObject({
      projects: [{ project_id: other.id, minutes: 10 }],
      conflicts: [],
      never_matched: [2],
    });
    const made = await createRule(tracked, rules[0] ?? {});
    expect(made).toEqual({ id: made.id, ...rules[0], draft_version: 1 });
    await createRule(tracked, rules[1] ?? {});
    await applyAll(tracked);
    expect(await projectsOf(tracked)).toEqual({ [other.id]: 600 });
    expect(await categoriesOf(tracked)).toEqual({ "biz.crm": 600 });
    const { id } = await db().trackerSample.findFirstOrThrow({
      where: { developerId: tracked.developer.id },
    });
    const params = { sample_id: String(id) };
    const { json } = await call(why.GET, "GET", { bearer: tracked.developer.jwt, params });
    expect(json.attribution.signals[0]).toEqual({
      signal: "workspace_rule",
      weight: 0.9,
      project_id: other.id,
      project_key: other.key,
      task_key: null,
      evidence: "Repository acme/shop",
    });
    const gone = await call(
      one.PATCH,
      "PATCH",
      asked(tracked, { project_id: null, category: "design" }, { rule_id: made.id }),
    );
    expect(gone.json).toMatchObject({ kind: "repository", category: "design" });
    expect(gone.json.project_id).toBeUndefined();
    await applyAll(tracked);
    expect(await projectsOf(tracked)).toEqual({ [tracked.project.id]: 600 });
  });

  it("name projects of the workspace, or one's own, and have no effect for people who are not in them", async () => {
    const tracked = await aDayOf(10, repository);
    const elsewhere = await aTrackedDevice();
    const named = (project_id: string) => ({ kind: "repository", value: "acme/shop", project_id });
    for (const project_id of [elsewhere.project.id, randomUUID()]) {
      const answer = await call(list.POST, "POST", asked(tracked, named(project_id)));
      expect(answer.status).toBe(422);
      expect(answer.json.issues).toEqual([expect.objectContaining({ path: "project_id" })]);
      const mine = { bearer: tracked.developer.jwt, body: named(project_id) };
      expect((await call(own.POST, "POST", mine)).status).toBe(422);
      const file = asked(tracked, { rules: [named(project_id)] });
      expect((await call(importing.POST, "POST", file)).status).toBe(422);
      expect((await call(preview.POST, "POST", file)).status).toBe(422);
    }
    const neither = asked(tracked, { kind: "repository", value: "acme/shop" });
    expect((await call(list.POST, "POST", neither)).status).toBe(422);
    const kept = await createRule(tracked, named(tracked.project.id));
    const emptied = asked(tracked, { project_id: null }, { rule_id: kept.id });
    expect((await call(one.PATCH, "PATCH", emptied)).status).toBe(422);
    const hidden = await aProject(tracked.developer, tracked.workspace.id);
    await call(one.PATCH, "PATCH", asked(tracked, { project_id: hidden.id }, { rule_id: kept.id }));
    await db().projectMember.deleteMany({ where: { projectId: hidden.id } });
    const { json } = await call(preview.POST, "POST", asked(tracked, {}));
    expect(json).toMatchObject({ projects: [], never_matched: [] });
    await applyAll(tracked);
    expect(await projectsOf(tracked)).toEqual({ [tracked.project.id]: 600 });
  });

  it("have no effect on time that belongs to another workspace, and their preview shows none", async () => {
    const tracked = await aDayOf(10, repository);
    const bearer = tracked.developer.jwt;
    const there = await aWorkspace(tracked.developer);
    const project = await aProject(tracked.developer, there.id);
    const body = { kind: "repository", value: "acme/shop", project_id: project.id };
    expect((await call(own.POST, "POST", { bearer, body })).status).toBe(201);
    const { json } = await call(ownPreview.POST, "POST", { bearer, body: {} });
    expect(json).toMatchObject({ projects: [], never_matched: [] });
  });
});

describe("a person's own rules", () => {
  it("come before the workspace's, for all their time and nobody else's", async () => {
    const tracked = await aDayOf(10);
    await createRule(tracked, rule("bundle", "com.acme.shop", "biz.crm"));
    await applyAll(tracked);
    const bearer = tracked.developer.jwt;
    const body = rule("executable", "acme shop", "design");
    expect((await call(own.POST, "POST", { bearer, body })).status).toBe(201);
    const seen = await call(ownPreview.POST, "POST", { bearer, body: {} });
    expect(seen.json.moved).toEqual([{ from: "biz.crm", to: "design", minutes: 10 }]);
    expect((await call(ownApply.POST, "POST", { bearer })).json).toMatchObject({ version: 1 });
    const { id } = await db().trackerRuleSet.findUniqueOrThrow({
      where: { developerId: tracked.developer.id },
    });
    await replayAll(id);
    expect(await categoriesOf(tracked)).toEqual({ design: 600 });
    expect((await derivedOf(tracked))[0]?.version).toMatch(/^\d+\.1\.1$/);
    const other = await aTrackedDevice();
    expect((await call(own.GET, "GET", { bearer: other.developer.jwt })).json.rules).toEqual([]);
  });
});

describe("deriving again", () => {
  /** What everything came to, but for the versions that it came by. */
  async function stateOf(tracked: Tracked) {
    const derivations = (await derivedOf(tracked)).map(({ version: _version, ...rest }) => rest);
    return { derivations, sums: await categoriesOf(tracked) };
  }

  it("twice gives the same as once, also simultaneously, and leaves no mark", async () => {
    const tracked = await aDayOf(60);
    await createRule(tracked, rule("bundle", "com.acme.shop"));
    const answers = await Promise.all([
      call(apply.POST, "POST", asked(tracked)),
      call(apply.POST, "POST", asked(tracked)),
    ]);
    expect(answers.map(({ json }) => json.version)).toEqual([1, 1]);
    const { id } = await setOf(tracked);
    await Promise.all([replayAll(id), replayAll(id)]);
    await enrich(tracked.developer.id);
    const once = await stateOf(tracked);
    expect(once.sums).toEqual({ learn: 3_600 });
    expect(await db().trackerDirtyBucket.count({ where: { developerId: tracked.developer.id } })).toBe(0);
    await db().trackerReplay.update({ where: { ruleSetId: id }, data: { status: "cancelled" } });
    await applyAll(tracked);
    expect(await stateOf(tracked)).toEqual(once);
  });

  it("continues while samples arrive, and leaves none derived by the old rules", async () => {
    const tracked = await aDayOf(60);
    await createRule(tracked, rule("bundle", "com.acme.shop"));
    await call(apply.POST, "POST", asked(tracked));
    const { id } = await setOf(tracked);
    const later = minutesOf(60, 60).map((event) => ({ ...event, event_id: randomUUID() }));
    await Promise.all([
      replayAll(id),
      (async () => {
        for (let at = 0; at < later.length; at += 10) {
          await upload(tracked, later.slice(at, at + 10));
          await enrich(tracked.workspace.id);
        }
      })(),
    ]);
    await enrich(tracked.workspace.id);
    await enrich(tracked.developer.id);
    const { derivations, sums } = await stateOf(tracked);
    expect(new Set(derivations.map(({ category }) => category))).toEqual(new Set(["learn"]));
    expect(sums).toEqual({ learn: 7_200 });
  });

  it("can be cancelled, keeps the rules in force, and starts again when they are applied again", async () => {
    const tracked = await aDayOf(10);
    await createRule(tracked, rule("bundle", "com.acme.shop"));
    await call(apply.POST, "POST", asked(tracked));
    const cancelled = await call(cancel.POST, "POST", asked(tracked));
    expect(cancelled.json).toMatchObject({ version: 1, replay: { status: "cancelled" } });
    const { id } = await setOf(tracked);
    await replayAll(id);
    expect(await categoriesOf(tracked)).toEqual({ uncategorised: 600 });
    await upload(tracked, minutesOf(20, 5));
    await enrich(tracked.workspace.id);
    expect(await categoriesOf(tracked)).toEqual({ uncategorised: 600, learn: 300 });
    const again = await call(apply.POST, "POST", asked(tracked));
    expect(again.json).toMatchObject({ version: 1, replay: { status: "running", samples_done: 0 } });
    await replayAll(id);
    expect(await categoriesOf(tracked)).toEqual({ learn: 900 });
    expect((await call(cancel.POST, "POST", asked(tracked))).json.replay.status).toBe("done");
  });

  it("leaves marks if it is interrupted, which the sweep completes", async () => {
    const tracked = await aDayOf(10);
    await createRule(tracked, rule("bundle", "com.acme.shop"));
    await call(apply.POST, "POST", asked(tracked));
    const bucket = HOUR.getTime() / 1_000;
    await markBuckets([{ developerId: tracked.developer.id, bucket }], new Date());
    const later = new Date(Date.now() + 2 * HOUR_MS);
    await sweepDirtyBuckets.handler({}, { now: later });
    await enrich(tracked.developer.id);
    expect(await categoriesOf(tracked)).toEqual({ learn: 600 });
  });
});
