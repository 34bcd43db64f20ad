import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as batch from "@/app/api/v1/tracker/events/batch/route";
import * as own from "@/app/api/v1/tracker/redaction/route";
import * as ofWorkspace from "@/app/api/v1/workspaces/[workspace_id]/tracker/redaction/route";
import { db } from "@/lib/platform/database";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/limits";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { shardOf } from "@/lib/tracker/enrichment/rules";
import { redactAgainJob, redactStoredJob } from "@/lib/tracker/redaction/jobs";
import { REDACTION_RULES_MAX } from "@/lib/tracker/redaction/limits";
import { redactStored } from "@/lib/tracker/redaction/redact-stored";
import { call } from "@/tests/support/call";
import { tablesWith } from "@/tests/support/dump";
import { aBatch, aDeveloper, aMember, aMemberWith, aSample, aTrackedDevice } from "@/tests/support/factories";
import { enrichJobsOf, shownSamples } from "@/tests/support/samples";

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

const QUARTER_MS = 15 * MINUTE_MS;

/** A word that stands nowhere else in the database. */
const word = () => `w${randomUUID().replaceAll("-", "")}`;

async function upload(tracked: Tracked, events: unknown[]) {
  const body = aBatch(tracked.deviceId, events);
  const answer = await call(batch.POST, "POST", { bearer: tracked.developer.jwt, body });
  expect(answer.json).toMatchObject({ accepted: events.length, rejected: [] });
}

/** Samples as they were stored before there was any redaction, the first of them the newest. */
async function oldSamples(tracked: Tracked, rows: Record<string, unknown>[], newest = Date.now() - DAY_MS) {
  await db().trackerSample.createMany({
    data: rows.map((row, index) => ({
      clientSeq: BigInt(index),
      ts: new Date(newest - index * MINUTE_MS),
      receivedAt: new Date(newest),
      deviceId: tracked.deviceId,
      developerId: tracked.developer.id,
      projectId: tracked.project.id,
      intervalS: 60,
      eventId: randomUUID(),
      appName: "Google Chrome",
      bundleId: "com.google.Chrome",
      ...row,
    })),
  });
}

/** The newest first. */
async function samplesOf(tracked: Tracked) {
  return (await shownSamples({ developerId: tracked.developer.id })).toReversed();
}

/** Has everything redacted that is due at a moment. */
async function redactAll(now: Date) {
  while ((await redactStored(100, now)) > 0);
}

async function putOwn(tracked: Tracked, rules: unknown[]) {
  return call(own.PUT, "PUT", { bearer: tracked.developer.jwt, body: { rules } });
}

async function categoriesOf(tracked: Tracked) {
  const { workspaceId } = await db().project.findUniqueOrThrow({ where: { id: tracked.project.id } });
  const payload = { workspace_id: workspaceId, shard: shardOf(tracked.developer.id) };
  for (;;) if (!(await enrichBuckets.handler(payload, { now: new Date() }))) break;
  const rows = await db().trackerBucket.findMany({ where: { developerId: tracked.developer.id } });
  return rows.map(({ category, projectId }) => [category, projectId]);
}

describe("uploaded content", () => {
  it("is nowhere in the database if it was removed, and stays if it was not", async () => {
    const tracked = await aTrackedDevice();
    const secrets = {
      query: word(),
      password: word(),
      option: word(),
      person: word(),
      page: word(),
      kept: word(),
    };
    await upload(tracked, [
      aSample({
        active_app: {
          name: "Google Chrome",
          bundle_id: "com.google.Chrome",
          window_title: `psql --password ${secrets.option} /Users/${secrets.person}/a`,
        },
        browser: {
          url: `https://ana:${secrets.password}@example.com/${secrets.kept}?token=${secrets.query}#${secrets.query}`,
          title: `PGPASSWORD=${secrets.password}`,
        },
        file_context: {
          path: `/home/${secrets.person}/a.ts`,
          repo: `https://${secrets.password}@github.com/a/b`,
        },
        dev_context: {
          terminal_cwd: `C:\\Users\\${secrets.person}\\src`,
          last_command: `login ${secrets.option}`,
        },
        meeting: { calendar_event_id: secrets.query },
        system: { network: secrets.person, displays: 2 },
        evidence_ref: secrets.person,
      }),
      aSample({
        active_app: { name: "Google Chrome", bundle_id: "com.google.Chrome", window_title: secrets.page },
        browser: { url: `https://www.chase.com/${secrets.page}`, title: secrets.page },
      }),
    ]);
    expect(await tablesWith(secrets.kept)).toEqual(["public.tracker_context"]);
    for (const [name, secret] of Object.entries(secrets)) {
      if (name !== "kept") expect([name, await tablesWith(secret)]).toEqual([name, []]);
    }
  });

  it("counts as private time of no project if it showed a bank, even without its address", async () => {
    const tracked = await aTrackedDevice();
    const ts = new Date(Math.floor(Date.now() / HOUR_MS - 3) * HOUR_MS + MINUTE_MS).toISOString();
    await upload(tracked, [
      aSample({
        ts,
        active_app: { name: "Google Chrome", bundle_id: "com.google.Chrome", window_title: "WEB-1 balance" },
        browser: { url: "https://www.chase.com/a", title: "Balance" },
      }),
    ]);
    expect(await samplesOf(tracked)).toMatchObject([
      { isPrivate: true, windowTitle: null, url: null, pageTitle: null, appName: "Google Chrome" },
    ]);
    expect(await categoriesOf(tracked)).toEqual([["sensitive", null]]);
  });
});

describe("stored content", () => {
  it("is redacted newest first, by runs that can stop at any moment, and once more an hour later", async () => {
    const tracked = await aTrackedDevice();
    const [secret, unread] = [word(), word()];
    const texts = {
      url: `https://example.com/a?b=${secret}`,
      network: unread,
      displays: 2,
      calendarEventId: unread,
    };
    await oldSamples(
      tracked,
      Array.from({ length: 5 }, () => texts),
    );
    await oldSamples(
      tracked,
      [{ url: "https://www.chase.com/a", pageTitle: secret }],
      Date.now() - 2 * DAY_MS,
    );
    const now = new Date();
    await redactAll(new Date(now.getTime() + 2 * HOUR_MS));
    await db().trackerRedactionVersion.deleteMany();
    await oldSamples(tracked, [{ ...texts, pageTitle: "newest" }], Date.now() - HOUR_MS);
    await oldSamples(tracked, [texts], Date.now() - 3 * DAY_MS);

    await redactStoredJob.handler({}, { now });
    await redactAll(now);
    expect([await tablesWith(secret), await tablesWith(unread)]).toEqual([[], []]);
    const rows = await samplesOf(tracked);
    expect(rows.map(({ url, isPrivate }) => [url, isPrivate])).toEqual([
      ...Array.from({ length: 6 }, () => ["https://example.com/a", null]),
      [null, true],
      ["https://example.com/a", null],
    ]);

    // A process of the version before stored one after its turn.
    await oldSamples(tracked, [texts], Date.now() - 4 * DAY_MS);
    await redactAll(now);
    expect(await tablesWith(secret)).toEqual(["public.tracker_event_sample"]);
    const later = new Date(now.getTime() + 2 * HOUR_MS);
    expect(await redactStoredJob.handler({}, { now: later })).toBeUndefined();
    expect(await tablesWith(secret)).toEqual([]);
    expect(await db().trackerRedactionDue.count()).toBe(0);
  });

  it("is redacted newest first, continuing where an interrupted run stopped", async () => {
    const tracked = await aTrackedDevice();
    await redactAll(new Date(Date.now() + DAY_MS));
    const secret = word();
    await oldSamples(
      tracked,
      Array.from({ length: 5 }, () => ({ pageTitle: `password=${secret}` })),
    );
    expect((await putOwn(tracked, [])).status).toBe(200);
    const now = new Date();
    const isDone = async () =>
      (await samplesOf(tracked)).map(({ pageTitle }) => !pageTitle?.includes(secret));
    await redactStored(2, now);
    expect(await isDone()).toEqual([true, true, false, false, false]);
    await Promise.all([redactStored(2, now), redactStored(2, now)]);
    expect((await isDone()).slice(0, 4)).toEqual([true, true, true, true]);
    await redactAll(now);
    expect(await isDone()).toEqual([true, true, true, true, true]);
  });
});

describe("names of apps and repositories in sums", () => {
  it("are redacted with the samples, and after these are gone", async () => {
    for (const isGone of [false, true]) {
      const tracked = await aTrackedDevice();
      const [client, project] = [word(), word()];
      const app = { name: `Viewer ${client}`, bundle_id: "viewer", window_title: "x" };
      const repo = `https://github.com/acme/${project}`;
      await upload(tracked, [
        aSample({
          // As a quarter of an hour begins: a sample that reaches into the next one is in two sums.
          ts: new Date(Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS - HOUR_MS).toISOString(),
          active_app: app,
          file_context: { path: "a.ts", repo },
        }),
      ]);
      await categoriesOf(tracked);
      const sums = () => db().trackerBucket.findMany({ where: { developerId: tracked.developer.id } });
      const before = await sums();
      expect(before).toMatchObject([
        { appName: `Viewer ${client}`, repository: `github.com/acme/${project}` },
      ]);
      if (isGone) {
        await db().trackerSample.deleteMany({ where: { developerId: tracked.developer.id } });
        await db().trackerContext.deleteMany({ where: { developerId: tracked.developer.id } });
      }
      await putOwn(tracked, [
        { kind: "text", value: client },
        { kind: "text", value: project },
      ]);
      await redactAll(new Date());
      await categoriesOf(tracked);
      expect([await tablesWith(client), await tablesWith(project)]).toEqual([[], []]);
      const after = await sums();
      expect(after).toMatchObject([
        { appName: "Viewer [redacted]", repository: "github.com/acme/[redacted]" },
      ]);
      expect(after[0]?.seconds).toBe(before[0]?.seconds);
    }
  });
});

describe("GET and PUT /tracker/redaction", () => {
  it("remove more from one's samples, new and stored", async () => {
    const tracked = await aTrackedDevice();
    const [text, page, app] = [word(), word(), word()];
    const begunMs = Date.now() - 3 * HOUR_MS;
    // A minute apart: of those of one moment only one counts.
    const shown = (minute: number, url: string, title: string, name = "Google Chrome") =>
      aSample({
        ts: new Date(begunMs + minute * 60_000).toISOString(),
        active_app: { name, bundle_id: name, window_title: `A ${title} b` },
        browser: { url, title },
      });
    const events = [
      shown(0, `https://example.com/${text}/a`, text.toUpperCase()),
      shown(1, "https://private.example.org/a", page),
      shown(2, "https://example.com/b", page, app),
    ];
    await upload(tracked, events);
    expect(await categoriesOf(tracked)).not.toContainEqual(["sensitive", null]);
    const rules = [
      { kind: "text", value: text },
      { kind: "host", value: "Example.ORG" },
      { kind: "app", value: app.toUpperCase() },
    ];
    const answer = await putOwn(tracked, rules);
    expect(answer.json.rules[1]).toEqual({ kind: "host", value: "example.org" });
    expect((await call(own.GET, "GET", { bearer: tracked.developer.jwt })).json).toEqual(answer.json);
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await redactAll(new Date());
    // What is private now is not left in the sums of projects until something else derives them.
    expect(await enrichJobsOf(tracked)).toHaveLength(1);
    const next = { ...events[0], event_id: randomUUID(), client_seq: 9 };
    await upload(tracked, [
      next,
      { ...events[1], event_id: randomUUID() },
      { ...events[2], event_id: randomUUID() },
    ]);

    expect([await tablesWith(text), await tablesWith(text.toUpperCase()), await tablesWith(page)]).toEqual([
      [],
      [],
      [],
    ]);
    const kept = (await samplesOf(tracked)).map(({ url, windowTitle, isPrivate }) => [
      url,
      windowTitle,
      isPrivate,
    ]);
    expect(kept.filter(([, , isPrivate]) => isPrivate)).toHaveLength(4);
    expect(kept).toContainEqual(["https://example.com/[redacted]/a", "A [redacted] b", null]);
    expect(await categoriesOf(tracked)).toContainEqual(["sensitive", null]);
  });

  it("remove it a little later also from what an upload stored that had begun before", async () => {
    const tracked = await aTrackedDevice();
    const text = word();
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await putOwn(tracked, [{ kind: "text", value: text }]);
    await redactAll(new Date());
    // It had read the rules before they were changed.
    await oldSamples(tracked, [{ pageTitle: text }]);
    const jobs = await db().$queryRaw<{ waitMs: number }[]>`
      SELECT extract(epoch FROM run_at - now())::float8 * 1000 AS "waitMs" FROM graphile_worker.jobs
      WHERE task_identifier = ${redactAgainJob.name}`;
    expect(jobs).toHaveLength(1);
    const waitMs = jobs[0]?.waitMs ?? 0;
    expect(waitMs).toBeLessThan(5 * MINUTE_MS);
    await redactAgainJob.handler({}, { now: new Date(Date.now() + waitMs) });
    expect(await tablesWith(text)).toEqual([]);
  });

  it("are gone over later too if an upgrade was to have everything gone over then", async () => {
    const tracked = await aTrackedDevice();
    const now = new Date();
    await redactAll(new Date(now.getTime() + DAY_MS));
    await db().trackerRedactionVersion.deleteMany();
    await redactStoredJob.handler({}, { now });
    await redactAll(now);
    await putOwn(tracked, []);
    await redactAll(new Date(Date.now() + 10 * MINUTE_MS));
    const text = word();
    await oldSamples(tracked, [{ pageTitle: `password=${text}` }]);
    await redactAll(new Date(now.getTime() + 2 * HOUR_MS));
    expect(await tablesWith(text)).toEqual([]);
  });

  it("are private: another person reads their own, and the audit log reveals nothing", async () => {
    const tracked = await aTrackedDevice();
    const value = word();
    await putOwn(tracked, [{ kind: "text", value }]);
    const other = await aDeveloper();
    expect((await call(own.GET, "GET", { bearer: other.jwt })).json).toEqual({ rules: [] });
    expect(await tablesWith(value)).toEqual([]);
    const tokenless = await call(own.GET, "GET", {});
    expect(tokenless.status).toBe(401);
  });

  it.each([
    ["a path", [{ kind: "host", value: "example.com/a" }]],
    ["an address", [{ kind: "host", value: "https://example.com" }]],
    ["a text that is everywhere", [{ kind: "text", value: "ab" }]],
    ["an unknown kind", [{ kind: "regex", value: "(a+)+$" }]],
    ["a text without end", [{ kind: "text", value: "x".repeat(101) }]],
    ["an app without a name", [{ kind: "app", value: " " }]],
    ["too many", Array.from({ length: REDACTION_RULES_MAX + 1 }, () => ({ kind: "app", value: "x" }))],
  ])("refuse %s, and change nothing", async (_name, rules) => {
    const tracked = await aTrackedDevice();
    await putOwn(tracked, [{ kind: "app", value: "kept" }]);
    expect((await putOwn(tracked, rules)).status).toBe(422);
    const answer = await call(own.GET, "GET", { bearer: tracked.developer.jwt });
    expect(answer.json).toEqual({ rules: [{ kind: "app", value: "kept" }] });
  });

  it("treat pattern characters literally", async () => {
    const tracked = await aTrackedDevice();
    const value = "(a+)+$ [x]-\\d|.*^";
    await putOwn(tracked, [{ kind: "text", value }]);
    await upload(tracked, [
      aSample({ active_app: { name: "Code", bundle_id: "code", window_title: `aaa ${value} 5` } }),
    ]);
    expect(await samplesOf(tracked)).toMatchObject([{ windowTitle: "aaa [redacted] 5" }]);
  });
});

describe("GET and PUT /workspaces/{workspace_id}/tracker/redaction", () => {
  it("remove more from the samples of everybody there, as a manager of the tracker says, and anyone may see the rules", async () => {
    const tracked = await aTrackedDevice();
    const workspaceId = tracked.workspace.id;
    const params = { workspace_id: workspaceId };
    const customer = word();
    await upload(tracked, [
      aSample({ active_app: { name: "Code", bundle_id: "code", window_title: `${customer}.ts` } }),
    ]);
    const manager = await aMemberWith(workspaceId, ["can_manage_tracker"]);
    const rules = [{ kind: "text", value: customer }];
    const put = (bearer: string) => call(ofWorkspace.PUT, "PUT", { bearer, params, body: { rules } });
    const member = await aMember(workspaceId, "developer");
    expect((await put(member.jwt)).status).toBe(403);
    expect((await put((await aDeveloper()).jwt)).status).toBe(403);
    expect(await put(manager.jwt)).toMatchObject({ status: 200, json: { rules } });
    const seen = await call(ofWorkspace.GET, "GET", { bearer: member.jwt, params });
    expect(seen.json).toEqual({ rules });
    await redactAll(new Date());
    await upload(tracked, [
      aSample({ active_app: { name: "Code", bundle_id: "code", window_title: `${customer}.js` } }),
    ]);
    expect(await tablesWith(customer)).toEqual(["public.tracker_workspace_redaction"]);
    expect((await samplesOf(tracked)).map(({ windowTitle }) => windowTitle).sort()).toEqual([
      "[redacted].js",
      "[redacted].ts",
    ]);
    const [entry] = await db().auditEvent.findMany({
      where: { workspaceId, action: "tracker.redaction_updated" },
    });
    expect(entry?.after).toEqual({ hosts: 0, apps: 0, texts: 1 });
  });

  it("can't undo what a person added", async () => {
    const tracked = await aTrackedDevice();
    const workspaceId = tracked.workspace.id;
    const secret = word();
    await putOwn(tracked, [{ kind: "text", value: secret }]);
    const manager = await aMemberWith(workspaceId, ["can_manage_tracker"]);
    const params = { workspace_id: workspaceId };
    await call(ofWorkspace.PUT, "PUT", { bearer: manager.jwt, params, body: { rules: [] } });
    await upload(tracked, [
      aSample({ active_app: { name: "Code", bundle_id: "code", window_title: secret } }),
    ]);
    expect(await tablesWith(secret)).toEqual([]);
  });
});
