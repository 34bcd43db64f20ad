import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import * as enroll from "@/app/api/v1/tracker/devices/enroll/route";
import * as batch from "@/app/api/v1/tracker/events/batch/route";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { db, pool } from "@/lib/platform/database";
import { enrichHours, sweepDirtyHours } from "@/lib/tracker/enrichment/jobs";
import { ENRICH_SHARDS } from "@/lib/tracker/enrichment/limits";
import { shardOf } from "@/lib/tracker/enrichment/rules";
import { listDirtyHours, settleHours } from "@/lib/tracker/enrichment/store";
import { call } from "@/tests/support/call";
import { aBatch, aMember, aProject, aSample, aTrackedDevice, aWorkspace } from "@/tests/support/factories";
import { enqueueCommitted } from "@/tests/support/job-guarantees";

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

const HOUR_MS = 3_600_000;
/** The beginning of an hour that has passed, so that samples of the whole hour are accepted. */
const HOUR = new Date(Math.floor(Date.now() / HOUR_MS - 30) * HOUR_MS);
const CODE = { name: "Code", bundle_id: "com.microsoft.VSCode" };
const SLACK = { name: "Slack", bundle_id: "com.tinyspeck.slackmacgap" };

/** `minute` minutes and `second` seconds into the hour. */
function at(minute: number, second = 0): string {
  return new Date(HOUR.getTime() + (minute * 60 + second) * 1_000).toISOString();
}

async function upload(tracked: Tracked, events: unknown[], deviceId: string = tracked.deviceId) {
  const answer = await call(batch.POST, "POST", {
    bearer: tracked.developer.jwt,
    body: aBatch(deviceId, events),
  });
  expect(answer.status).toBe(200);
  expect(answer.json.rejected).toEqual([]);
}

async function anotherDevice(tracked: Tracked, projectId = tracked.project.id): Promise<string> {
  const deviceId = randomUUID();
  const body = { device_id: deviceId, project_id: projectId };
  const answer = await call(enroll.POST, "POST", { bearer: tracked.developer.jwt, body });
  expect(answer.status).toBe(201);
  return deviceId;
}

/** What the jobs of a project's workspace do in one turn. */
async function enrich(projectId: string) {
  const { workspaceId } = await db().project.findUniqueOrThrow({ where: { id: projectId } });
  const shards = Array.from({ length: ENRICH_SHARDS }, (_, shard) => shard);
  const outcomes = await Promise.all(
    shards.map((shard) => enrichHours.handler({ workspace_id: workspaceId, shard }, { now: new Date() })),
  );
  return outcomes.find((outcome) => outcome);
}

/** The activity rows of a developer, in a settled order. */
async function rowsOf(tracked: Tracked) {
  return db().trackerActivity.findMany({
    where: { developerId: tracked.developer.id },
    orderBy: [{ hour: "asc" }, { projectId: "asc" }, { category: "asc" }, { taskKey: "asc" }],
    omit: { developerId: true },
  });
}

async function derivationsOf(tracked: Tracked) {
  return db().trackerDerivation.findMany({
    where: { sample: { developerId: tracked.developer.id } },
    orderBy: { sampleId: "asc" },
  });
}

async function dirtyHoursOf(tracked: Tracked): Promise<number> {
  return db().trackerDirtyHour.count({ where: { developerId: tracked.developer.id } });
}

describe("enriching a project", () => {
  it("derives category, rule, project and task of every sample, and the seconds of each hour", async () => {
    const tracked = await aTrackedDevice();
    const { key, id: projectId } = tracked.project;
    await upload(tracked, [
      aSample({ ts: at(1), active_app: CODE, file_context: { branch: `feature/${key.toLowerCase()}-12` } }),
      aSample({ ts: at(2), active_app: CODE, file_context: { branch: `feature/${key.toLowerCase()}-12` } }),
      aSample({ ts: at(3), active_app: SLACK }),
      aSample({ ts: at(60, 30), active_app: SLACK, meeting: { in_call: true } }),
    ]);
    expect(await enrich(projectId)).toBeUndefined();
    const nextHour = new Date(HOUR.getTime() + HOUR_MS);
    expect(await rowsOf(tracked)).toEqual([
      { hour: HOUR, projectId, category: "comm.chat", taskKey: "", seconds: 60 },
      { hour: HOUR, projectId, category: "comm.meeting", taskKey: "", seconds: 30 },
      { hour: HOUR, projectId, category: "dev.code", taskKey: `${key}-12`, seconds: 120 },
      { hour: nextHour, projectId, category: "comm.meeting", taskKey: "", seconds: 30 },
    ]);
    const [first, , third] = await derivationsOf(tracked);
    expect(first).toMatchObject({
      category: "dev.code",
      ruleId: "built-in/bundle:com.microsoft.VSCode",
      projectId,
      taskKey: `${key}-12`,
      signal: "branch",
    });
    expect(third).toMatchObject({ category: "comm.chat", taskKey: null, signal: "device", confidence: 0.25 });
    expect(await dirtyHoursOf(tracked)).toBe(0);
  });

  it("counts a second once when two devices of one person saw it, for the busier one", async () => {
    const tracked = await aTrackedDevice();
    const second = await anotherDevice(tracked);
    const idle = { key_events: 0, mouse_events: 1 };
    const busy = { key_events: 90, mouse_events: 4 };
    const whole = Array.from({ length: 60 }, (_, i) => i + 1);
    await upload(
      tracked,
      whole.map((i) => aSample({ ts: at(i), active_app: SLACK, input_cadence: idle })),
    );
    await upload(
      tracked,
      whole.slice(0, 20).map((i) => aSample({ ts: at(i, 20), active_app: CODE, input_cadence: busy })),
      second,
    );
    await enrich(tracked.project.id);
    expect((await rowsOf(tracked)).map(({ category, seconds }) => [category, seconds])).toEqual([
      ["comm.chat", 2_400],
      ["dev.code", 1_200],
    ]);
  });

  it("counts the hours of all projects of a person together, whichever project's job comes first", async () => {
    const tracked = await aTrackedDevice();
    const other = await aProject(tracked.developer, tracked.workspace.id);
    const second = await anotherDevice(tracked, other.id);
    await upload(tracked, [aSample({ ts: at(10), interval_s: 600 })]);
    await enrich(tracked.project.id);
    await upload(
      tracked,
      [aSample({ ts: at(12), interval_s: 600, input_cadence: { key_events: 1 } })],
      second,
    );
    await enrich(other.id);
    await enrich(tracked.project.id);
    const rows = (await rowsOf(tracked)).map(({ projectId, seconds }) => [projectId, seconds]);
    expect(new Map(rows as [string, number][])).toEqual(
      new Map([
        [tracked.project.id, 120],
        [other.id, 600],
      ]),
    );
  });

  it("gives the same after a late batch, a replay and a second run as one run over everything", async () => {
    const app = fc.constantFrom(CODE, SLACK, { name: "Finder", bundle_id: "com.apple.finder" });
    const event = fc.record({
      second: fc.integer({ min: -300, max: 2 * 3_600 }),
      interval_s: fc.integer({ min: 1, max: 600 }),
      device: fc.constantFrom(0, 1),
      keys: fc.constantFrom(0, 0, 30),
      app,
      batch: fc.integer({ min: 0, max: 3 }),
      task: fc.constantFrom(null, 1, 2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 25 }), async (events) => {
        const [atOnce, inParts] = [await aTrackedDevice(), await aTrackedDevice()];
        const sides = [atOnce, inParts].map((tracked) => {
          const samples = events.map((given, i) => ({
            ...given,
            body: aSample({
              event_id: `event-${i}`,
              ts: at(0, given.second),
              interval_s: given.interval_s,
              active_app: given.app,
              input_cadence: { key_events: given.keys },
              file_context: given.task === null ? {} : { branch: `${tracked.project.key}-${given.task}` },
            }),
          }));
          return { tracked, samples };
        });
        const seen: unknown[] = [];
        for (const { tracked, samples } of sides) {
          const second = await anotherDevice(tracked);
          const devices = [tracked.deviceId, second].sort();
          const numbers = tracked === atOnce ? [0] : [3, 1, 2, 0, 3];
          for (const number of numbers) {
            for (const [device, deviceId] of devices.entries()) {
              const part = samples.filter(
                (sample) => sample.device === device && (tracked === atOnce || sample.batch === number),
              );
              if (part.length > 0)
                await upload(
                  tracked,
                  part.map(({ body }) => body),
                  deviceId,
                );
            }
            expect(await enrich(tracked.project.id)).toBeUndefined();
          }
          const rows = (await rowsOf(tracked)).map(({ projectId, taskKey, ...row }) => {
            expect(projectId).toBe(tracked.project.id);
            return { ...row, taskKey: taskKey.replace(tracked.project.key, "KEY") };
          });
          const perHour = new Map<number, number>();
          for (const { hour, seconds } of rows) {
            perHour.set(hour.getTime(), (perHour.get(hour.getTime()) ?? 0) + seconds);
          }
          for (const total of perHour.values()) expect(total).toBeLessThanOrEqual(3_600);
          seen.push(rows);
        }
        expect(seen[1]).toEqual(seen[0]);
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  it("changes nothing when it derives the same hours again", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: at(5) }), aSample({ ts: at(6), active_app: SLACK })]);
    await enrich(tracked.project.id);
    const before = [await rowsOf(tracked), await derivationsOf(tracked)];
    const writtenBy = await db().$queryRaw`SELECT sample_id, xmin::text FROM tracker_derivation ORDER BY 1`;
    await db().trackerDirtyHour.create({
      data: { developerId: tracked.developer.id, hour: HOUR, projectId: tracked.project.id, markedAt: HOUR },
    });
    await enrich(tracked.project.id);
    expect([await rowsOf(tracked), await derivationsOf(tracked)]).toEqual(before);
    expect(await db().$queryRaw`SELECT sample_id, xmin::text FROM tracker_derivation ORDER BY 1`).toEqual(
      writtenBy,
    );
  });

  it("settles an hour that a sample ends at the very beginning of, where nothing is to count", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: at(60) })]);
    expect(await dirtyHoursOf(tracked)).toBe(2);
    expect(await enrich(tracked.project.id)).toBeUndefined();
    expect(await dirtyHoursOf(tracked)).toBe(0);
    expect((await rowsOf(tracked)).map(({ hour, seconds }) => [hour, seconds])).toEqual([[HOUR, 60]]);
  });

  it("takes away activity that samples no longer bear out", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: at(5) })]);
    await enrich(tracked.project.id);
    await db().trackerSample.deleteMany({ where: { developerId: tracked.developer.id } });
    await db().trackerDirtyHour.create({
      data: { developerId: tracked.developer.id, hour: HOUR, projectId: tracked.project.id, markedAt: HOUR },
    });
    await enrich(tracked.project.id);
    expect(await rowsOf(tracked)).toEqual([]);
  });

  it("counts an hour that holds more samples than one round", async () => {
    const tracked = await aTrackedDevice();
    const everySecond = Array.from({ length: 1_700 }, (_, i) => aSample({ ts: at(0, i + 1), interval_s: 1 }));
    for (let i = 0; i < everySecond.length; i += 500) await upload(tracked, everySecond.slice(i, i + 500));
    await upload(tracked, [aSample({ ts: at(90) })]);
    expect(await enrich(tracked.project.id)).toBeUndefined();
    expect((await rowsOf(tracked)).map(({ seconds }) => seconds)).toEqual([1_700, 60]);
  });

  it("derives a long backlog in rounds, all of it", async () => {
    const tracked = await aTrackedDevice();
    const hours = 260;
    const events = Array.from({ length: hours }, (_, i) =>
      aSample({ ts: new Date(HOUR.getTime() - i * HOUR_MS + 60_000).toISOString() }),
    );
    await upload(tracked, events);
    await enrich(tracked.project.id);
    expect(await dirtyHoursOf(tracked)).toBe(0);
    expect((await rowsOf(tracked)).map(({ seconds }) => seconds)).toEqual(Array(hours).fill(60));
  });
});

describe("an hour that changes while it is derived", () => {
  /** A dirty hour as a run reads it. */
  async function readHour(tracked: Tracked) {
    const [row] = await db().$queryRaw<{ written_by: string }[]>`
      SELECT xmin::text AS written_by FROM tracker_dirty_hour WHERE developer_id = ${tracked.developer.id}::uuid`;
    const hour = HOUR.getTime() / 1_000;
    return { developerId: tracked.developer.id, hour, writtenBy: row?.written_by ?? "", sampleCount: 1 };
  }

  async function settleWith(read: Awaited<ReturnType<typeof readHour>>, tracked: Tracked, seconds: number) {
    const { developerId, hour } = read;
    const row = { developerId, hour, projectId: tracked.project.id, category: "stale", taskKey: "", seconds };
    return settleHours([read], [row]);
  }

  it("stays dirty when a batch marked it since it was read, and nothing stale is written", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: at(5) })]);
    const read = await readHour(tracked);
    await upload(tracked, [aSample({ ts: at(6) })]);
    expect(await settleWith(read, tracked, 60)).toBe(0);
    expect(await rowsOf(tracked)).toEqual([]);
    expect(await dirtyHoursOf(tracked)).toBe(1);
  });

  it("is not settled by a run that read it before another run settled it and a batch marked it anew", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: at(5) })]);
    const read = await readHour(tracked);
    await enrich(tracked.project.id);
    await upload(tracked, [aSample({ ts: at(6) })]);
    expect(await settleWith(read, tracked, 60)).toBe(0);
    await enrich(tracked.project.id);
    expect((await rowsOf(tracked)).map(({ seconds }) => seconds)).toEqual([120]);
  });

  it("is skipped, not waited for, while an upload holds it", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: at(5) })]);
    const read = await readHour(tracked);
    await db().$transaction(async (tx) => {
      await tx.$queryRaw`
        SELECT FROM tracker_dirty_hour WHERE developer_id = ${tracked.developer.id}::uuid FOR UPDATE`;
      expect(await settleWith(read, tracked, 60)).toBe(0);
      const outcome = await enrich(tracked.project.id);
      expect(outcome?.againAt).toBeInstanceOf(Date);
    });
    expect(await enrich(tracked.project.id)).toBeUndefined();
    expect((await rowsOf(tracked)).map(({ seconds }) => seconds)).toEqual([60]);
  });
});

describe("attribution", () => {
  async function projectOfBranch(tracked: Tracked, key: string) {
    await upload(tracked, [aSample({ ts: at(7), file_context: { branch: `${key}-3` } })]);
    await enrich(tracked.project.id);
    const [derivation] = await derivationsOf(tracked);
    return { projectId: derivation?.projectId, taskKey: derivation?.taskKey, rows: await rowsOf(tracked) };
  }

  it("moves time to another project of the same workspace that the branch names", async () => {
    const tracked = await aTrackedDevice();
    const other = await aProject(tracked.developer, tracked.workspace.id);
    const { projectId, taskKey, rows } = await projectOfBranch(tracked, other.key);
    expect([projectId, taskKey]).toEqual([other.id, `${other.key}-3`]);
    expect(rows.map((row) => row.projectId)).toEqual([other.id]);
  });

  it("never moves time into another workspace, even one of the same developer", async () => {
    const tracked = await aTrackedDevice();
    const elsewhere = await aWorkspace(tracked.developer);
    const foreign = await aProject(tracked.developer, elsewhere.id);
    await db().project.update({ where: { id: foreign.id }, data: { key: "FRGN" } });
    expect(await projectOfBranch(tracked, "FRGN")).toMatchObject({
      projectId: tracked.project.id,
      taskKey: null,
    });
  });

  it("never moves time into a project that the developer is no member of", async () => {
    const tracked = await aTrackedDevice();
    const colleague = await aMember(tracked.workspace.id, "admin");
    const theirs = await aProject(colleague, tracked.workspace.id);
    await db().projectMember.deleteMany({
      where: { projectId: theirs.id, developerId: tracked.developer.id },
    });
    expect(await projectOfBranch(tracked, theirs.key)).toMatchObject({
      projectId: tracked.project.id,
      taskKey: null,
    });
  });

  it("keeps what is sensitive out of tasks", async () => {
    const tracked = await aTrackedDevice();
    const { key } = tracked.project;
    const active_app = { name: "Safari", bundle_id: "com.apple.Safari", window_title: `${key}-9` };
    const browser = { url: `https://vault.bitwarden.com/${key}-9`, title: `${key}-9` };
    await upload(tracked, [aSample({ ts: at(8), active_app, browser })]);
    await enrich(tracked.project.id);
    expect(await rowsOf(tracked)).toMatchObject([{ category: "sensitive", taskKey: "", seconds: 60 }]);
  });
});

describe("the sweep", () => {
  it("hands hours that stayed dirty to their workspace's job, and leaves fresh ones alone", async () => {
    const [old, fresh] = [await aTrackedDevice(), await aTrackedDevice()];
    await upload(old, [aSample({ ts: at(5) })]);
    await upload(fresh, [aSample({ ts: at(5) })]);
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await db().trackerDirtyHour.updateMany({
      where: { developerId: old.developer.id },
      data: { markedAt: new Date(Date.now() - 61_000) },
    });
    await sweepDirtyHours.handler({}, { now: new Date() });
    const jobs = await db().$queryRaw<{ workspace_id: string; shard: number }[]>`
      SELECT payload->>'workspace_id' AS workspace_id, (payload->>'shard')::int AS shard
      FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'tracker.enrich-hours'`;
    expect(jobs).toContainEqual({ workspace_id: old.workspace.id, shard: shardOf(old.developer.id) });
    expect(jobs.map(({ workspace_id }) => workspace_id)).not.toContain(fresh.workspace.id);
  });
});

describe("a backlog", () => {
  /** Stores an hour's samples of each of so many hours, as uploads of old samples do. */
  async function aBacklog(tracked: Tracked, hours: number, markedAgoMs: number) {
    const markedAt = new Date(Date.now() - markedAgoMs);
    await db().$executeRaw`
      INSERT INTO tracker_sample (received_at, device_id, developer_id, project_id, client_seq, ts, interval_s, event_id, app_name, bundle_id)
      SELECT now(), ${tracked.deviceId}::uuid, ${tracked.developer.id}::uuid, ${tracked.project.id}::uuid, n,
             date_bin('1 hour', now(), 'epoch') - make_interval(secs => n * 60), 60, 'backlog-' || n, 'Code', 'x'
      FROM generate_series(1, ${hours * 60}::int) AS n`;
    await db().$executeRaw`
      INSERT INTO tracker_dirty_hour (developer_id, hour, project_id, marked_at)
      SELECT ${tracked.developer.id}::uuid, date_bin('1 hour', now(), 'epoch') - make_interval(hours => n),
             ${tracked.project.id}::uuid, ${markedAt}::timestamptz
      FROM generate_series(1, ${hours}::int) AS n`;
  }

  it("of one workspace keeps no other one's batch waiting", async () => {
    const [crowd, quiet] = [await aTrackedDevice(), await aTrackedDevice()];
    await aBacklog(crowd, 1_000, 60_000);
    const job = { workspace_id: crowd.workspace.id, shard: shardOf(crowd.developer.id) };
    await enqueueCommitted(enrichHours, job);
    await upload(quiet, [aSample({ ts: at(5) })]);
    const engine = await startEmbeddedEngine([enrichHours]);
    onTestFinished(engine.stop);
    await vi.waitFor(async () => expect(await dirtyHoursOf(quiet)).toBe(0), { timeout: 60_000 });
    expect(await dirtyHoursOf(crowd)).toBeGreaterThan(0);
  }, 90_000);

  it("comes after what is new in the same project, and is derived beside it", async () => {
    const tracked = await aTrackedDevice();
    await aBacklog(tracked, 500, 60_000);
    await upload(tracked, [aSample({ ts: new Date().toISOString(), interval_s: 1 })]);
    const { hours } = await listDirtyHours(tracked.project.id, shardOf(tracked.developer.id), 32, 100);
    const thisHour = Math.floor(Date.now() / HOUR_MS) * 3_600;
    expect(hours).toHaveLength(32);
    expect(Math.abs((hours[0]?.hour ?? 0) - thisHour)).toBeLessThanOrEqual(3_600);
    const outcome = await enrich(tracked.project.id);
    const left = await db().trackerDirtyHour.findMany({ where: { developerId: tracked.developer.id } });
    expect(left.map(({ hour }) => hour.getTime() / 1_000)).not.toContain(hours[0]?.hour);
    if (left.length > 0) expect(outcome?.againAt).toBeInstanceOf(Date);
    expect(left.length).toBeLessThan(500);
  });

  it("is the work of several jobs, each of other developers", async () => {
    const ids = Array.from({ length: 64 }, () => randomUUID());
    const { rows } = await pool().query<{ id: string; shard: number }>(
      `SELECT id, ('x' || right(id, 1))::bit(4)::int % ${ENRICH_SHARDS} AS shard FROM unnest($1::text[]) AS id`,
      [ids],
    );
    expect(rows.map(({ id, shard }) => [id, shard])).toEqual(ids.map((id) => [id, shardOf(id)]));
    expect(new Set(ids.map(shardOf)).size).toBe(ENRICH_SHARDS);
  });
});
