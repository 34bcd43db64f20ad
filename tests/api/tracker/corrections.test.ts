import { randomUUID, type UUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { POST as apiTokens } from "@/app/api/v1/developers/me/api-tokens/route";
import { GET as activity } from "@/app/api/v1/tracker/activity/route";
import { DELETE as undo } from "@/app/api/v1/tracker/corrections/[correction_id]/route";
import { POST as ruling } from "@/app/api/v1/tracker/corrections/[correction_id]/rule/route";
import { GET as list } from "@/app/api/v1/tracker/corrections/route";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import { POST as batch } from "@/app/api/v1/tracker/events/batch/route";
import * as events from "@/app/api/v1/tracker/events/route";
import * as ownRules from "@/app/api/v1/tracker/rules/route";
import { GET as why } from "@/app/api/v1/tracker/samples/[sample_id]/why/route";
import { PATCH } from "@/app/api/v1/tracker/samples/route";
import * as applying from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/apply/route";
import * as rules from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/route";
import { checkLimits } from "@/lib/limits/check-limits";
import { LIMITS } from "@/lib/limits/table";
import { db } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import { CORRECTIONS_MAX } from "@/lib/tracker/corrections/limits";
import { enrichBuckets, sweepDirtyBuckets } from "@/lib/tracker/enrichment/jobs";
import { shardOf } from "@/lib/tracker/enrichment/rules";
import { deleteOldTracking } from "@/lib/tracker/retention/jobs";
import { rederiveJob } from "@/lib/tracker/rules/jobs";
import { call } from "@/tests/support/call";
import {
  aBatch,
  aDeveloper,
  aMember,
  aProject,
  aSample,
  aTrackedDevice,
  aWorkspace,
} from "@/tests/support/factories";

// Each makes people, workspaces and projects through the API, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;
type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

/** The beginning of an hour of yesterday. */
const HOUR = Math.floor(Date.now() / HOUR_MS - 30) * HOUR_MS;
const at = (minute: number, second = 0) => new Date(HOUR + (minute * 60 + second) * 1_000).toISOString();
const LOCKED = { name: "loginwindow", bundle_id: "com.apple.loginwindow" };

async function upload(tracked: Tracked, given: unknown[], deviceId = tracked.deviceId) {
  const answer = await call(batch, "POST", { bearer: tracked.developer.jwt, body: aBatch(deviceId, given) });
  expect(answer.json).toMatchObject({ accepted: given.length, rejected: [] });
}

async function enrich({ developer, workspace }: Pick<Tracked, "developer" | "workspace">) {
  const job = { workspace_id: workspace.id, shard: shardOf(developer.id) };
  while (await enrichBuckets.handler(job, { now: new Date() }));
}

/** Samples of a minute each that end at the minutes after `from`. */
const minutes = (from: number, count: number, given: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, index) => aSample({ ts: at(from + index + 1), ...given }));

/** Ten minutes of code from the beginning of the hour. */
async function aTrackedTime(count = 10, given: Record<string, unknown> = {}) {
  const tracked = await aTrackedDevice();
  await upload(tracked, minutes(0, count, given));
  await enrich(tracked);
  return tracked;
}

const correct = (tracked: Pick<Tracked, "developer">, body: Record<string, unknown>) =>
  call(PATCH, "PATCH", { bearer: tracked.developer.jwt, body });

async function said(tracked: Tracked, body: Record<string, unknown>): Promise<string> {
  const answer = await correct(tracked, body);
  expect([answer.status, answer.json.detail]).toEqual([200, undefined]);
  return answer.json.correction_id;
}

const takeBack = (tracked: Pick<Tracked, "developer">, correction_id: string) =>
  call(undo, "DELETE", { bearer: tracked.developer.jwt, params: { correction_id } });

async function sums(tracked: Pick<Tracked, "developer">, group = "category", bearer = tracked.developer.jwt) {
  const query = { from: at(-60), to: at(180), group };
  const { json } = await call(activity, "GET", { bearer, query });
  expect(json.is_settled).toBe(true);
  return Object.fromEntries(
    json.rows.map(({ key, seconds }: { key: string | null; seconds: number }) => [String(key), seconds]),
  );
}

async function bucketsOf({ developer }: Pick<Tracked, "developer">) {
  return db().trackerBucket.findMany({
    where: { developerId: developer.id },
    orderBy: [{ bucket: "asc" }, { place: "asc" }],
    omit: { developerId: true },
  });
}

async function aTaskOf(tracked: Tracked, project: { id: string }, number: number) {
  const task = { number, title: `Task ${number}`, position: `a${number}` };
  await db().task.create({ data: { workspaceId: tracked.workspace.id, projectId: project.id, ...task } });
}

describe("PATCH /tracker/samples", () => {
  it("makes a stretch count as its person says, to the second, at the next look", async () => {
    const tracked = await aTrackedTime();
    const answer = await correct(tracked, { from: at(2, 15), to: at(5), category: "design" });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      correction_id: expect.any(String),
      samples: 3,
      from: at(2, 15),
      to: at(5),
      is_settled: true,
    });
    expect(await sums(tracked)).toEqual({ "dev.code": 435, design: 165 });
    // Of parts of a quarter of an hour, too, which are made of samples and not of sums.
    const query = { from: at(2), to: at(3), group: "category" };
    const { json } = await call(activity, "GET", { bearer: tracked.developer.jwt, query });
    expect(json.rows.map(({ key, seconds }: { key: string; seconds: number }) => [key, seconds])).toEqual([
      ["design", 45],
      ["dev.code", 15],
    ]);
  });

  it("moves time to another project and task, or to none", async () => {
    const tracked = await aTrackedTime();
    const other = await aProject(tracked.developer, tracked.workspace.id);
    await aTaskOf(tracked, other, 7);
    await said(tracked, { from: at(0), to: at(2), project_id: other.id });
    await said(tracked, { from: at(2), to: at(5), task_key: `${other.key.toLowerCase()}-7` });
    await said(tracked, { from: at(5), to: at(6), project_id: null });
    expect(await sums(tracked, "project")).toEqual({ [tracked.project.id]: 240, [other.id]: 300, null: 60 });
    const tasks = (await bucketsOf(tracked)).map(({ taskKey, seconds }) => [taskKey, seconds]);
    expect(tasks).toContainEqual([`${other.key}-7`, 180]);
  });

  it("lets the later of two win, and keeps what only the other one sets", async () => {
    const tracked = await aTrackedTime();
    const other = await aProject(tracked.developer, tracked.workspace.id);
    await said(tracked, { from: at(0), to: at(6), category: "design", project_id: other.id });
    await said(tracked, { from: at(4), to: at(10), category: "learn" });
    expect(await sums(tracked)).toEqual({ design: 240, learn: 360 });
    expect(await sums(tracked, "project")).toEqual({ [tracked.project.id]: 240, [other.id]: 360 });
  });

  it("applies to one device if one is named", async () => {
    const tracked = await aTrackedTime();
    const second = randomUUID();
    const body = { device_id: second, project_id: tracked.project.id };
    await call(enroll, "POST", { bearer: tracked.developer.jwt, body });
    await upload(tracked, minutes(20, 5), second);
    await enrich(tracked);
    const answer = await correct(tracked, { from: at(0), to: at(30), device_id: second, category: "learn" });
    expect(answer.json.samples).toBe(5);
    expect(await sums(tracked)).toEqual({ "dev.code": 600, learn: 300 });
  });

  it("counts time in which the person seemed away, and removes time when they say they were away", async () => {
    const tracked = await aTrackedTime(10, { active_app: LOCKED });
    expect(await sums(tracked)).toEqual({});
    await said(tracked, { from: at(0), to: at(4), category: "plan" });
    expect(await sums(tracked)).toEqual({ plan: 240 });
    await said(tracked, { from: at(1), to: at(2), category: "idle" });
    expect(await sums(tracked)).toEqual({ plan: 180 });
  });

  it("survives new rules, deriving again, and samples that arrive later", async () => {
    const tracked = await aTrackedTime(4);
    await said(tracked, { from: at(0), to: at(8), category: "design" });
    await upload(tracked, minutes(4, 6));
    await enrich(tracked);
    expect(await sums(tracked)).toEqual({ design: 480, "dev.code": 120 });
    const asked = { bearer: tracked.developer.jwt, params: { workspace_id: tracked.workspace.id } };
    const body = { kind: "bundle", value: "com.microsoft.vscode", category: "biz.crm" };
    await call(rules.POST, "POST", { ...asked, body });
    await call(applying.POST, "POST", asked);
    const set = await db().trackerRuleSet.findUniqueOrThrow({ where: { workspaceId: tracked.workspace.id } });
    while (await rederiveJob.handler({ rule_set_id: set.id }, { now: new Date() }));
    expect(await sums(tracked)).toEqual({ design: 480, "biz.crm": 120 });
  });

  it("is shown by why, with the other evidence for the sample", async () => {
    const tracked = await aTrackedTime(1);
    const other = await aProject(tracked.developer, tracked.workspace.id);
    const id = await said(tracked, { from: at(0), to: at(1), category: "design", project_id: other.id });
    const bearer = tracked.developer.jwt;
    const [held] = (await call(events.GET, "GET", { bearer })).json;
    expect(held.derived).toMatchObject({ category: "design", project_id: other.id, signal: "correction" });
    const { json } = await call(why, "GET", { bearer, params: { sample_id: held.sample_id } });
    expect(json).toMatchObject({
      is_corrected: true,
      is_settled: true,
      category: { value: "design", layer: "correction", rule_id: `correction/${id}`, rule: "You said so" },
      attribution: {
        project_id: other.id,
        confidence: 1,
        runner_up: { project_id: tracked.project.id, lost_because: "You said what it was" },
      },
    });
    expect(json.attribution.signals.map(({ signal }: { signal: string }) => signal)).toEqual([
      "correction",
      "device",
    ]);
  });

  it("moves time to the workspace of the project it names, and to no other", async () => {
    const tracked = await aTrackedTime(10);
    const elsewhere = await aWorkspace(tracked.developer);
    const side = await aProject(tracked.developer, elsewhere.id);
    const tokenOf = async (workspace_id: string) => {
      const body = { name: "Payroll", workspace_id, permissions: ["own_tracker"] };
      return (await call(apiTokens, "POST", { bearer: tracked.developer.jwt, body })).json.token as string;
    };
    await said(tracked, { from: at(0), to: at(4), project_id: side.id });
    const [here, there] = [await tokenOf(tracked.workspace.id), await tokenOf(elsewhere.id)];
    for (const group of ["project", "category"]) {
      const total = async (bearer: string) =>
        Object.values(await sums(tracked, group, bearer)).reduce<number>(
          (sum, each) => sum + Number(each),
          0,
        );
      expect([group, await total(here), await total(there)]).toEqual([group, 360, 240]);
    }
    // As if it were all of it, too.
    await said(tracked, { from: at(0), to: at(10), project_id: side.id });
    expect(await sums(tracked, "project", here)).toEqual({});
    expect(await sums(tracked, "project", there)).toEqual({ [side.id]: 600 });
  });

  it("gives one result, whenever it is made and however samples are split: as if everything had been known at once", async () => {
    const interval = fc.record({
      from: fc.integer({ min: -300, max: 3_000 }),
      length: fc.integer({ min: 1, max: 1_500 }),
      category: fc.constantFrom("design", "learn", "idle", undefined),
      project: fc.constantFrom("own", "none", undefined),
      device: fc.constantFrom(undefined, undefined, 0, 1),
    });
    const event = fc.record({
      second: fc.integer({ min: 0, max: 3_600 }),
      interval_s: fc.integer({ min: 1, max: 600 }),
      device: fc.constantFrom(0, 1),
      keys: fc.constantFrom(null, 0, 300),
      isLocked: fc.boolean(),
    });
    const steps = fc.array(
      fc.oneof(
        fc.record({ event }),
        fc.record({ interval }),
        fc.record({ undone: fc.nat({ max: 5 }) }),
        fc.constant({ enriches: true }),
      ),
      { minLength: 3, maxLength: 16 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const [stepwise, atOnce] = [await aTrackedDevice(), await aTrackedDevice()];
        const devices = new Map<Tracked, UUID[]>();
        for (const tracked of [stepwise, atOnce]) {
          const second = randomUUID();
          const body = { device_id: second, project_id: tracked.project.id };
          await call(enroll, "POST", { bearer: tracked.developer.jwt, body });
          devices.set(tracked, [tracked.deviceId, second].toSorted());
        }
        const bodyOf = (
          tracked: Tracked,
          { from, length, category, project, device }: Of<typeof interval>,
        ) => ({
          from: at(0, from),
          to: at(0, from + length),
          ...(category && { category }),
          ...(project && { project_id: project === "own" ? tracked.project.id : null }),
          ...(category || project ? {} : { task_key: null }),
          ...(device === undefined ? {} : { device_id: devices.get(tracked)?.[device] }),
        });
        const sampleOf = ({ second, interval_s, keys, isLocked }: Of<typeof event>, index: number) =>
          aSample({
            event_id: `e${index}`,
            ts: at(0, second),
            interval_s,
            ...(isLocked ? { active_app: LOCKED } : {}),
            ...(keys === null ? {} : { input_cadence: { key_events: keys } }),
          });
        const made: { id: string; interval: Of<typeof interval>; isUndone: boolean }[] = [];
        for (const [index, step] of all.entries()) {
          if ("event" in step) {
            const deviceId = devices.get(stepwise)?.[step.event.device];
            await upload(stepwise, [sampleOf(step.event, index)], deviceId);
          } else if ("interval" in step) {
            const id = await said(stepwise, bodyOf(stepwise, step.interval));
            made.push({ id, interval: step.interval, isUndone: false });
          } else if ("undone" in step) {
            const one = made[step.undone];
            if (!one || one.isUndone) continue;
            one.isUndone = true;
            expect((await takeBack(stepwise, one.id)).status).toBe(204);
          } else await enrich(stepwise);
        }
        await enrich(stepwise);
        for (const { interval: each, isUndone } of made)
          if (!isUndone) await said(atOnce, bodyOf(atOnce, each));
        for (const [index, step] of all.entries()) {
          if (!("event" in step)) continue;
          await upload(atOnce, [sampleOf(step.event, index)], devices.get(atOnce)?.[step.event.device]);
        }
        await enrich(atOnce);
        const plain = async (tracked: Tracked) =>
          JSON.parse(
            JSON.stringify(await bucketsOf(tracked)).replaceAll(tracked.project.id, "project"),
          ) as unknown;
        expect(await plain(stepwise)).toEqual(await plain(atOnce));
      }),
      { numRuns: 10 },
    );
  }, 90_000);

  it("works beside simultaneous uploads and enrichment", async () => {
    const tracked = await aTrackedDevice();
    const chunks = [0, 1, 2, 3, 4, 5].map((part) => minutes(part * 5, 5));
    const range = { from: at(0), to: at(30) };
    await Promise.all([
      ...chunks.map((chunk) => upload(tracked, chunk)),
      correct(tracked, { ...range, category: "design" }),
      enrich(tracked),
      enrich(tracked),
    ]);
    await enrich(tracked);
    expect(await sums(tracked)).toEqual({ design: 1_800 });
  });

  it("leaves slow work to the job, which finishes it", async () => {
    const tracked = await aTrackedTime(1);
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await said(tracked, { from: at(0), to: at(1), category: "design" });
    const [job] = await db().$queryRaw<{ shard: number }[]>`
      SELECT (payload->>'shard')::int AS shard FROM graphile_worker._private_jobs
      WHERE payload->>'workspace_id' = ${tracked.workspace.id}`;
    expect(job?.shard).toBe(shardOf(tracked.developer.id));
    await sweepDirtyBuckets.handler({}, { now: new Date() });
  });

  it("refuses others' devices and projects, unknown tasks, and invalid values", async () => {
    const tracked = await aTrackedTime(1);
    const stranger = await aTrackedDevice();
    const range = { from: at(0), to: at(1) };
    const left = await aProject(tracked.developer, tracked.workspace.id);
    await db().projectMember.deleteMany({ where: { projectId: left.id } });
    const later = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
    for (const [body, status, told] of [
      [{ ...range, device_id: stranger.deviceId, category: "design" }, 404, "Device not found"],
      [{ ...range, project_id: stranger.project.id }, 404, "Project not found"],
      [{ ...range, project_id: left.id }, 404, "Project not found"],
      [{ ...range, project_id: randomUUID() }, 404, "Project not found"],
      [{ ...range, task_key: `${tracked.project.key}-999` }, 422, "task_key"],
      [{ ...range, task_key: "utf 8" }, 422, "task_key"],
      [{ ...range, project_id: null, task_key: `${tracked.project.key}-1` }, 422, "task_key"],
      [{ ...range, category: "no.such" }, 422, "category"],
      [range, 422, ""],
      [{ from: at(1), to: at(1), category: "design" }, 422, "to"],
      [{ from: at(1), to: at(0), category: "design" }, 422, "to"],
      [{ from: at(0), to: new Date(HOUR + 32 * 24 * HOUR_MS).toISOString(), category: "design" }, 422, "to"],
      [{ from: later(1), to: later(2), category: "design" }, 422, "from"],
      [{ from: "yesterday", to: at(1), category: "design" }, 422, "from"],
    ] as const) {
      const { status: answered, json } = await correct(tracked, body);
      expect([body, answered]).toEqual([body, status]);
      if (status === 404) expect(json.detail).toBe(told);
      else expect(json.issues[0].path).toBe(told);
    }
    expect((await call(PATCH, "PATCH", { body: { ...range, category: "design" } })).status).toBe(401);
    expect(await db().trackerCorrection.count({ where: { developerId: tracked.developer.id } })).toBe(0);
  });

  it("asks for the project if several have the task's key", async () => {
    const tracked = await aTrackedTime(1);
    const twin = await aProject(tracked.developer, (await aWorkspace(tracked.developer)).id);
    await db().project.update({ where: { id: twin.id }, data: { key: tracked.project.key } });
    await aTaskOf(tracked, tracked.project, 3);
    await aTaskOf(tracked, twin, 3);
    const body = { from: at(0), to: at(1), task_key: `${tracked.project.key}-3` };
    const answer = await correct(tracked, body);
    expect([answer.status, answer.json.issues[0].path]).toEqual([422, "project_id"]);
    await said(tracked, { ...body, project_id: twin.id });
    expect(await sums(tracked, "project")).toEqual({ [twin.id]: 60 });
  });

  it("covers a stretch that is still running up to now", async () => {
    const tracked = await aTrackedTime(1);
    const to = new Date(Date.now() + HOUR_MS).toISOString();
    const { status, json } = await correct(tracked, { from: at(0), to, category: "design" });
    expect(status).toBe(200);
    expect(Date.parse(json.to)).toBeLessThanOrEqual(Date.now());
  });

  it("corrects, takes back and makes rules only so often a minute, each person for themselves", async () => {
    const tracked = await aTrackedTime(1);
    const id = await said(tracked, { from: at(0), to: at(1), category: "design" });
    const limit = "tracker_corrections_per_developer";
    await checkLimits([{ limit, key: tracked.developer.id, weight: LIMITS[limit].countMax - 1 }], new Date());
    const body = { from: at(0), to: at(1), category: "design" };
    const [bearer, params] = [tracked.developer.jwt, { correction_id: id }];
    for (const answer of [
      await correct(tracked, body),
      await takeBack(tracked, id),
      await call(ruling, "POST", { bearer, params }),
    ]) {
      expect([answer.status, answer.json.detail]).toEqual([
        429,
        "Too many corrections from you: at most 120 in 60 s.",
      ]);
    }
    const other = await aTrackedTime(1);
    expect((await correct(other, body)).status).toBe(200);
  });

  it("keeps only a limited number per person", async () => {
    const tracked = await aTrackedTime(1);
    await db().$executeRaw`
      INSERT INTO tracker_correction (id, developer_id, "from", "to", sets_project, sets_task, category, created_at)
      SELECT gen_random_uuid(), ${tracked.developer.id}::uuid, now() - interval '400 days', now() - interval '399 days',
        false, false, 'design', now()
      FROM generate_series(1, ${CORRECTIONS_MAX}::int)`;
    const answer = await correct(tracked, { from: at(0), to: at(1), category: "design" });
    expect(answer.status).toBe(409);
  });
});

describe("GET and DELETE /tracker/corrections", () => {
  it("lists corrections, the latest first, with only the fields that they set", async () => {
    const tracked = await aTrackedTime(1);
    const first = await said(tracked, { from: at(0), to: at(1), category: "design" });
    const second = await said(tracked, {
      from: at(10),
      to: at(11),
      project_id: null,
      device_id: tracked.deviceId,
    });
    const read = async (query: Record<string, string> = {}) =>
      call(list, "GET", { bearer: tracked.developer.jwt, query });
    const { json } = await read();
    const created_at = expect.any(String);
    expect(json).toEqual([
      { id: second, from: at(10), to: at(11), device_id: tracked.deviceId, project_id: null, created_at },
      { id: first, from: at(0), to: at(1), device_id: null, category: "design", created_at },
    ]);
    const ids = async (query: Record<string, string>) =>
      (await read(query)).json.map(({ id }: { id: string }) => id);
    expect(await ids({ from: at(1) })).toEqual([second]);
    expect(await ids({ to: at(10) })).toEqual([first]);
    expect(await ids({ limit: "1" })).toEqual([second]);
    expect((await read({ from: at(1), to: at(0) })).status).toBe(400);
    const other = await aDeveloper();
    expect((await call(list, "GET", { bearer: other.jwt })).json).toEqual([]);
    expect((await call(list, "GET")).status).toBe(401);
  });

  it("undoes one, so that the earlier correction applies again, and then what was derived", async () => {
    const tracked = await aTrackedTime();
    const first = await said(tracked, { from: at(0), to: at(6), category: "design" });
    const second = await said(tracked, { from: at(3), to: at(10), category: "learn" });
    expect((await takeBack(tracked, second)).status).toBe(204);
    expect(await sums(tracked)).toEqual({ design: 360, "dev.code": 240 });
    expect((await takeBack(tracked, first)).status).toBe(204);
    expect(await sums(tracked)).toEqual({ "dev.code": 600 });
    expect((await takeBack(tracked, first)).status).toBe(404);
  });

  it("leaves others' alone, even for the workspace's owner", async () => {
    const tracked = await aTrackedTime(1);
    const id = await said(tracked, { from: at(0), to: at(1), category: "design" });
    const admin = await aMember(tracked.workspace.id, "admin");
    for (const asked of [id, randomUUID(), "x"]) {
      expect((await takeBack({ developer: admin }, asked)).status).toBe(404);
    }
    expect(await sums(tracked)).toEqual({ design: 60 });
  });
});

describe("POST /tracker/corrections/{id}/rule", () => {
  const make = (tracked: Pick<Tracked, "developer">, correction_id: string) =>
    call(ruling, "POST", { bearer: tracked.developer.jwt, params: { correction_id } });
  const chrome = (url: string) => ({
    active_app: { name: "Google Chrome", bundle_id: "com.google.Chrome", window_title: "Board" },
    browser: { url },
  });

  async function replay(tracked: Tracked) {
    const set = await db().trackerRuleSet.findUniqueOrThrow({ where: { developerId: tracked.developer.id } });
    while (await rederiveJob.handler({ rule_set_id: set.id }, { now: new Date() }));
  }

  it("makes a rule of what its samples have in common, which then applies to others like them", async () => {
    const tracked = await aTrackedTime(3, { active_app: { name: "Acme Shop", bundle_id: "com.acme.Shop" } });
    const id = await said(tracked, { from: at(0), to: at(1), category: "biz.crm" });
    const { status, json } = await make(tracked, id);
    expect(status).toBe(201);
    const rule = { id: expect.any(String), kind: "bundle", value: "com.acme.shop", category: "biz.crm" };
    expect(json).toEqual({ rule, is_applied: true });
    await replay(tracked);
    expect(await sums(tracked)).toEqual({ "biz.crm": 180 });
  });

  it("names the website but never the browser, the repository before the app, and makes only one rule for the same", async () => {
    const tracked = await aTrackedTime(4, chrome("https://www.board.example/acme"));
    await upload(tracked, minutes(10, 4, { file_context: { repo: "git@github.com:Acme/Shop.git" } }));
    await upload(
      tracked,
      [5, 6].flatMap((minute) => minutes(minute, 1, chrome(`https://h${minute}.example/`))),
    );
    await enrich(tracked);
    const page = await said(tracked, { from: at(0), to: at(4), category: "design" });
    expect((await make(tracked, page)).json.rule).toMatchObject({ kind: "host", value: "board.example" });
    const shop = await said(tracked, { from: at(10), to: at(14), category: "learn" });
    const { rule } = (await make(tracked, shop)).json;
    expect(rule).toMatchObject({ kind: "repository", value: expect.stringContaining("acme/shop") });
    const again = await said(tracked, { from: at(10), to: at(14), category: "plan" });
    expect((await make(tracked, again)).json.rule).toEqual({ ...rule, category: "plan" });
    const both = await said(tracked, { from: at(5), to: at(7), category: "design" });
    expect((await make(tracked, both)).status).toBe(409);
  });

  it("makes a rule of the middle of a single sample", async () => {
    const shop = { active_app: { name: "Acme Shop", bundle_id: "com.acme.shop" } };
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: at(10), interval_s: 600, ...shop })]);
    await enrich(tracked);
    const id = await said(tracked, { from: at(2), to: at(3), category: "biz.crm" });
    expect(await make(tracked, id)).toMatchObject({
      status: 201,
      json: { rule: { value: "com.acme.shop" } },
    });
  });

  it("makes a rule for a project from what its samples have in common: a repository or a folder, but no app", async () => {
    const tracked = await aTrackedTime(2, { dev_context: { terminal_cwd: "/Users/ana/src/shop" } });
    const other = await aProject(tracked.developer, tracked.workspace.id);
    const id = await said(tracked, { from: at(0), to: at(1), project_id: other.id });
    const { status, json } = await make(tracked, id);
    expect(status).toBe(201);
    expect(json).toEqual({
      rule: { id: expect.any(String), kind: "path", value: "~/src/shop", project_id: other.id },
      is_applied: true,
    });
    await replay(tracked);
    const rows = await db().trackerBucket.groupBy({
      by: ["projectId"],
      where: { developerId: tracked.developer.id },
      _sum: { seconds: true },
    });
    expect(rows).toEqual([{ projectId: other.id, _sum: { seconds: 120 } }]);
    const both = await said(tracked, { from: at(0), to: at(1), project_id: other.id, category: "design" });
    expect((await make(tracked, both)).json.rule).toEqual({ ...json.rule, category: "design" });

    const apart = await aTrackedTime(1);
    const named = await said(apart, { from: at(0), to: at(1), project_id: apart.project.id });
    expect((await make(apart, named)).status).toBe(409);
  });

  it("waits with other changes of one's rules, and refuses what no rule can express", async () => {
    const tracked = await aTrackedTime(1);
    const body = { kind: "host", value: "a.example", category: "learn" };
    await call(ownRules.POST, "POST", { bearer: tracked.developer.jwt, body });
    const id = await said(tracked, { from: at(0), to: at(1), category: "design" });
    expect((await make(tracked, id)).json.is_applied).toBe(false);
    for (const given of [{ category: "idle" }, { project_id: null }]) {
      const other = await said(tracked, { from: at(0), to: at(1), ...given });
      expect((await make(tracked, other)).status).toBe(409);
    }
    const empty = await said(tracked, { from: at(100), to: at(101), category: "design" });
    expect((await make(tracked, empty)).status).toBe(409);
    expect((await make({ developer: await aDeveloper() }, id)).status).toBe(404);
  });
});

describe("a person's correction", () => {
  it("is erased with its time, and stays for the rest of it", async () => {
    const tracked = await aTrackedTime();
    await said(tracked, { from: at(0), to: at(10), category: "design" });
    await said(tracked, { from: at(4), to: at(5), task_key: null });
    const query = { from: at(3), to: at(6) };
    await call(events.DELETE, "DELETE", { bearer: tracked.developer.jwt, query });
    const { json } = await call(list, "GET", { bearer: tracked.developer.jwt });
    const ranges = json.map(({ from, to }: { from: string; to: string }) => [from, to]).toSorted();
    expect(ranges).toEqual([
      [at(0), at(3)],
      [at(6), at(10)],
    ]);
  });

  it("is deleted once neither samples nor sums of its time are stored", async () => {
    const tracked = await aTrackedTime(1);
    const kept = await said(tracked, { from: at(0), to: at(1), category: "design" });
    const of = (years: number) => ({
      developerId: tracked.developer.id,
      from: new Date(Date.now() - years * 366 * 24 * HOUR_MS),
      to: new Date(Date.now() - years * 366 * 24 * HOUR_MS + HOUR_MS),
      setsProject: true,
      setsTask: false,
      createdAt: new Date(),
    });
    await db().trackerCorrection.create({ data: of(2) });
    while (await deleteOldTracking.handler({}, { now: new Date() }));
    const rows = await db().trackerCorrection.findMany({ where: { developerId: tracked.developer.id } });
    expect(rows.map(({ id }) => id)).toEqual([kept]);
  });

  it("is deleted with their account", async () => {
    const tracked = await aTrackedTime(1);
    await said(tracked, { from: at(0), to: at(1), category: "design" });
    await db().developer.delete({ where: { id: tracked.developer.id } });
    expect(await db().trackerCorrection.count({ where: { developerId: tracked.developer.id } })).toBe(0);
  });
});
