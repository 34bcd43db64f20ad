import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import * as activity from "@/app/api/v1/tracker/activity/route";
import * as enroll from "@/app/api/v1/tracker/devices/enroll/route";
import * as batch from "@/app/api/v1/tracker/events/batch/route";
import * as events from "@/app/api/v1/tracker/events/route";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { db, pool } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import { deriveOpen } from "@/lib/tracker/enrichment/derive-open";
import { enrichBuckets, sweepDirtyBuckets } from "@/lib/tracker/enrichment/jobs";
import { ENRICH_SHARDS } from "@/lib/tracker/enrichment/limits";
import { countWaitingShards, listDirtyBuckets, settleBuckets } from "@/lib/tracker/enrichment/marks-store";
import { shardOf } from "@/lib/tracker/enrichment/rules";
import { call } from "@/tests/support/call";
import { aBatch, aMember, aProject, aSample, aTrackedDevice, aWorkspace } from "@/tests/support/factories";
import { enqueueCommitted } from "@/tests/support/job-guarantees";
import { derivationsOf } from "@/tests/support/samples";

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

/** The beginning of an hour that has passed, so that samples of the whole hour are accepted. */
const HOUR = new Date(Math.floor(Date.now() / HOUR_MS - 30) * HOUR_MS);
const CODE = { name: "Code", bundle_id: "com.microsoft.VSCode" };
const LOCKED = { name: "loginwindow", bundle_id: "com.apple.loginwindow" };
const SPOTIFY = { name: "Spotify", bundle_id: "com.spotify.client" };
const SLACK = { name: "Slack", bundle_id: "com.tinyspeck.slackmacgap" };

/** `minute` minutes and `second` seconds into the hour. */
function at(minute: number, second = 0): string {
  return new Date(HOUR.getTime() + (minute * 60 + second) * 1_000).toISOString();
}

function bucketAt(minute: number): Date {
  return new Date(at(minute));
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
    shards.map((shard) => enrichBuckets.handler({ workspace_id: workspaceId, shard }, { now: new Date() })),
  );
  return outcomes.find((outcome) => outcome);
}

/** A task of a project, by its number. */
async function aTaskOf({ id: projectId }: { id: string }, number: number) {
  const { workspaceId } = await db().project.findUniqueOrThrow({ where: { id: projectId } });
  // Keys are random and short: a project of another test may have the same, with this task.
  await db().task.createMany({
    data: { workspaceId, projectId, number, title: `Task ${number}`, position: `a${number}` },
    skipDuplicates: true,
  });
}

/** The activity rows of a developer, in a settled order. */
async function rowsOf(tracked: Tracked) {
  return db().trackerBucket.findMany({
    where: { developerId: tracked.developer.id },
    orderBy: [{ bucket: "asc" }, { place: "asc" }],
    omit: { developerId: true, place: true, appName: true, repository: true },
  });
}

/** Seconds of a developer by one field of their activity. */
async function sumsOf(tracked: Tracked, field: "category" | "projectId" | "taskKey" | "bucket") {
  const sums: Record<string, number> = {};
  for (const { seconds, ...row } of await rowsOf(tracked)) {
    const key = field === "bucket" ? row.bucket.toISOString() : String(row[field]);
    sums[key] = (sums[key] ?? 0) + seconds;
  }
  return sums;
}

const total = (sums: Record<string, number>) =>
  Object.values(sums).reduce((sum, seconds) => sum + seconds, 0);

async function dirtyBucketsOf(tracked: Tracked): Promise<number> {
  return db().trackerDirtyBucket.count({ where: { developerId: tracked.developer.id } });
}

describe("enriching a project", () => {
  it("derives category, rule, project and task of every sample, and the seconds of each hour", async () => {
    const tracked = await aTrackedDevice();
    const { key, id: projectId } = tracked.project;
    await aTaskOf(tracked.project, 12);
    await upload(tracked, [
      aSample({ ts: at(1), active_app: CODE, file_context: { branch: `feature/${key.toLowerCase()}-12` } }),
      aSample({ ts: at(2), active_app: CODE, file_context: { branch: `feature/${key.toLowerCase()}-12` } }),
      aSample({ ts: at(3), active_app: SLACK }),
      aSample({ ts: at(60, 30), active_app: SLACK, meeting: { in_call: true } }),
    ]);
    expect(await enrich(projectId)).toBeUndefined();
    expect(await rowsOf(tracked)).toEqual([
      { bucket: HOUR, projectId, category: "comm.chat", taskKey: null, seconds: 60 },
      { bucket: HOUR, projectId, category: "dev.code", taskKey: `${key}-12`, seconds: 120 },
      { bucket: bucketAt(45), projectId, category: "comm.meeting", taskKey: null, seconds: 30 },
      { bucket: bucketAt(60), projectId, category: "comm.meeting", taskKey: null, seconds: 30 },
    ]);
    const [first, , third] = await derivationsOf(tracked.developer.id);
    expect(first).toMatchObject({
      category: "dev.code",
      ruleId: "built-in/bundle:com.microsoft.vscode",
      projectId,
      taskKey: `${key}-12`,
      signal: "branch",
    });
    expect(third).toMatchObject({ category: "comm.chat", taskKey: null, signal: "device", confidence: 0.25 });
    expect(await dirtyBucketsOf(tracked)).toBe(0);
  });

  it("counts a second once that two devices of one person saw, for the busier one", async () => {
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
    expect(await sumsOf(tracked, "category")).toEqual({ "comm.chat": 2_400, "dev.code": 1_200 });
  });

  it("counts the hours of all projects of a person together, whichever project's job comes first", async () => {
    const tracked = await aTrackedDevice();
    const other = await aProject(tracked.developer, tracked.workspace.id);
    const second = await anotherDevice(tracked, other.id);
    await upload(tracked, [aSample({ ts: at(10), interval_s: 600 })]);
    await enrich(tracked.project.id);
    await upload(
      tracked,
      [aSample({ ts: at(12), interval_s: 600, input_cadence: { key_events: 100 } })],
      second,
    );
    await enrich(other.id);
    await enrich(tracked.project.id);
    expect(await sumsOf(tracked, "projectId")).toEqual({ [tracked.project.id]: 120, [other.id]: 600 });
  });

  it("leaves no bucket dirty that it marked itself, though the samples there are another workspace's", async () => {
    const tracked = await aTrackedDevice();
    const { id: elsewhere } = await aProject(
      tracked.developer,
      (await aWorkspace(tracked.developer, { tracker_enabled: true })).id,
    );
    const there = await anotherDevice(tracked, elsewhere);
    await upload(tracked, [aSample({ ts: at(20) })], there);
    await enrich(elsewhere);
    await aTaskOf(tracked.project, 7);
    const branch = `${tracked.project.key}-7`;
    await upload(tracked, [aSample({ ts: at(14), active_app: CODE, file_context: { branch } })]);
    await enrich(tracked.project.id);
    expect(await dirtyBucketsOf(tracked)).toBe(0);
  });

  it("gives the same result after a late batch, a replay and a second run as one run over everything", async () => {
    const app = fc.constantFrom(CODE, SLACK, LOCKED, SPOTIFY);
    const event = fc.record({
      second: fc.integer({ min: -300, max: 2 * 3_600 }),
      interval_s: fc.integer({ min: 1, max: 600 }),
      device: fc.constantFrom(0, 1),
      keys: fc.constantFrom(null, 0, 30),
      app,
      inCall: fc.constantFrom(false, false, true),
      batch: fc.integer({ min: 0, max: 3 }),
      task: fc.constantFrom(null, 1, 2),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 25 }), async (events) => {
        const [atOnce, inParts] = [await aTrackedDevice(), await aTrackedDevice()];
        for (const { project } of [atOnce, inParts]) await aTaskOf(project, 1);
        // Whoever is away on one device and nowhere else is nowhere; else each second that is covered counts once.
        const covered = new Set<number>();
        for (const {
          second,
          interval_s,
          app: { name },
          inCall,
        } of events) {
          if (name === LOCKED.name && !inCall) continue;
          for (let each = second - interval_s; each < second; each++) covered.add(each);
        }
        const sides = [atOnce, inParts].map((tracked) => {
          const samples = events.map((given, i) => ({
            ...given,
            body: aSample({
              event_id: `event-${i}`,
              ts: at(0, given.second),
              interval_s: given.interval_s,
              active_app: given.app,
              ...(given.keys === null ? {} : { input_cadence: { key_events: given.keys } }),
              meeting: { in_call: given.inCall },
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
            expect(projectId).toBe(row.category.startsWith("personal") ? null : tracked.project.id);
            return { ...row, taskKey: taskKey?.replace(tracked.project.key, "KEY") };
          });
          const byBucket = await sumsOf(tracked, "bucket");
          for (const seconds of Object.values(byBucket)) expect(seconds).toBeLessThanOrEqual(900);
          expect(total(byBucket)).toBe(covered.size);
          const query = { from: at(-60), to: at(240) };
          for (const group of ["category", "project", "hour", "app", "task", "repository"]) {
            const { json } = await call(activity.GET, "GET", {
              bearer: tracked.developer.jwt,
              query: { ...query, group },
            });
            expect([group, json.total_seconds, json.is_settled]).toEqual([group, covered.size, true]);
          }
          seen.push(rows);
        }
        expect(seen[1]).toEqual(seen[0]);
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  it("changes nothing when it derives the same buckets again", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: at(5) }), aSample({ ts: at(6), active_app: SLACK })]);
    await enrich(tracked.project.id);
    const before = [await rowsOf(tracked), await derivationsOf(tracked.developer.id)];
    const writtenBy = await db().$queryRaw`SELECT sample_id, xmin::text FROM tracker_derivation ORDER BY 1`;
    await db().trackerDirtyBucket.create({
      data: {
        developerId: tracked.developer.id,
        bucket: HOUR,
        workspaceId: tracked.workspace.id,
        markedAt: HOUR,
      },
    });
    await enrich(tracked.project.id);
    expect([await rowsOf(tracked), await derivationsOf(tracked.developer.id)]).toEqual(before);
    expect(await db().$queryRaw`SELECT sample_id, xmin::text FROM tracker_derivation ORDER BY 1`).toEqual(
      writtenBy,
    );
  });

  it("settles a bucket that a sample only touches at its very beginning, where nothing counts", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: at(60) })]);
    expect(await dirtyBucketsOf(tracked)).toBe(2);
    expect(await enrich(tracked.project.id)).toBeUndefined();
    expect(await dirtyBucketsOf(tracked)).toBe(0);
    expect(await sumsOf(tracked, "bucket")).toEqual({ [at(45)]: 60 });
  });

  it("removes activity that no samples support any more", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: at(5) })]);
    await enrich(tracked.project.id);
    await db().trackerSample.deleteMany({ where: { developerId: tracked.developer.id } });
    await db().trackerDirtyBucket.create({
      data: {
        developerId: tracked.developer.id,
        bucket: HOUR,
        workspaceId: tracked.workspace.id,
        markedAt: HOUR,
      },
    });
    await enrich(tracked.project.id);
    expect(await rowsOf(tracked)).toEqual([]);
  });

  it("counts a backlog with more samples than one round", async () => {
    const tracked = await aTrackedDevice();
    const everySecond = Array.from({ length: 1_700 }, (_, i) => aSample({ ts: at(0, i + 1), interval_s: 1 }));
    for (let i = 0; i < everySecond.length; i += 500) await upload(tracked, everySecond.slice(i, i + 500));
    await upload(tracked, [aSample({ ts: at(90) })]);
    expect(await enrich(tracked.project.id)).toBeUndefined();
    expect(await sumsOf(tracked, "bucket")).toEqual({ [at(0)]: 900, [at(15)]: 800, [at(75)]: 60 });
  });

  it("derives a long backlog in rounds, all of it", async () => {
    const tracked = await aTrackedDevice();
    const hours = 260;
    const events = Array.from({ length: hours }, (_, i) =>
      aSample({ ts: new Date(HOUR.getTime() - i * HOUR_MS + 60_000).toISOString() }),
    );
    await upload(tracked, events);
    await enrich(tracked.project.id);
    expect(await dirtyBucketsOf(tracked)).toBe(0);
    expect((await rowsOf(tracked)).map(({ seconds }) => seconds)).toEqual(Array(hours).fill(60));
  });
});

describe("a bucket that changes while it is derived", () => {
  /** A dirty bucket as a run reads it. */
  async function readBucket(tracked: Tracked) {
    const [row] = await db().$queryRaw<{ written_by: string }[]>`
      SELECT xmin::text AS written_by FROM tracker_dirty_bucket WHERE developer_id = ${tracked.developer.id}::uuid`;
    const bucket = HOUR.getTime() / 1_000;
    return { developerId: tracked.developer.id, bucket, writtenBy: row?.written_by ?? "", sampleCount: 1 };
  }

  async function settleWith(read: Awaited<ReturnType<typeof readBucket>>, tracked: Tracked, seconds: number) {
    const place = { app: null, repository: null };
    const row = { projectId: tracked.project.id, category: "stale", taskKey: null, ...place, seconds };
    return settleBuckets([read], [{ ...read, activity: [row], byWorkspace: [], excess: 0 }]);
  }

  it("stays dirty if a batch marked it after it was read, and nothing stale is written", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: at(5) })]);
    const read = await readBucket(tracked);
    await upload(tracked, [aSample({ ts: at(6) })]);
    expect(await settleWith(read, tracked, 60)).toBe(0);
    expect(await rowsOf(tracked)).toEqual([]);
    expect(await dirtyBucketsOf(tracked)).toBe(1);
  });

  it("is not settled by a run that read it before another run settled it and a batch marked it again", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: at(5) })]);
    const read = await readBucket(tracked);
    await enrich(tracked.project.id);
    await upload(tracked, [aSample({ ts: at(6) })]);
    expect(await settleWith(read, tracked, 60)).toBe(0);
    await enrich(tracked.project.id);
    expect((await rowsOf(tracked)).map(({ seconds }) => seconds)).toEqual([120]);
  });

  it("is skipped without waiting while an upload has it locked", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: at(5) })]);
    const read = await readBucket(tracked);
    await db().$transaction(async (tx) => {
      await tx.$queryRaw`
        SELECT FROM tracker_dirty_bucket WHERE developer_id = ${tracked.developer.id}::uuid FOR UPDATE`;
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
    for (const project of await db().project.findMany({ where: { key } })) await aTaskOf(project, 3);
    await upload(tracked, [aSample({ ts: at(7), file_context: { branch: `${key}-3` } })]);
    await enrich(tracked.project.id);
    const [derivation] = await derivationsOf(tracked.developer.id);
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

  it("never moves time into a project that the developer is not a member of", async () => {
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

  it("keeps private time out of projects and tasks", async () => {
    const tracked = await aTrackedDevice();
    const { key } = tracked.project;
    await aTaskOf(tracked.project, 9);
    const active_app = { name: "Safari", bundle_id: "com.apple.Safari", window_title: `${key}-9` };
    const browser = { url: `https://vault.bitwarden.com/${key}-9`, title: `${key}-9` };
    await upload(tracked, [aSample({ ts: at(8), active_app, browser })]);
    await enrich(tracked.project.id);
    expect(await rowsOf(tracked)).toMatchObject([
      { category: "sensitive", projectId: null, taskKey: null, seconds: 60 },
    ]);
  });
});

describe("evidence", () => {
  it("that names no existing task moves nothing: versions, dates, unassigned numbers", async () => {
    const tracked = await aTrackedDevice();
    const other = await aProject(tracked.developer, tracked.workspace.id);
    await db().project.update({ where: { id: other.id }, data: { key: "WEB" } });
    for (const number of [2, 3, 2024]) await aTaskOf(other, number);
    const branches = ["chore/web-2.0-migration", "web-2024-11-05", "npm_and_yarn/web-3.1.2", "WEB-999999"];
    await upload(
      tracked,
      branches.map((branch, i) => aSample({ ts: at(i + 1), file_context: { branch } })),
    );
    await enrich(tracked.project.id);
    expect(await sumsOf(tracked, "projectId")).toEqual({ [tracked.project.id]: 240 });
    expect(await sumsOf(tracked, "taskKey")).toEqual({ null: 240 });
  });

  it("below 0.4 is ignored, from there to 0.7 suggested, and neither moves time", async () => {
    const tracked = await aTrackedDevice();
    const other = await aProject(tracked.developer, tracked.workspace.id);
    await aTaskOf(other, 7);
    await aTaskOf(tracked.project, 8);
    const mail = { name: "Mail", bundle_id: "com.apple.mail" };
    const titled = (minute: number, title: string) =>
      aSample({ ts: at(minute), active_app: { ...mail, window_title: title } });
    await upload(tracked, [
      titled(1, `Re: ${other.key}-7 weekly digest — Inbox`),
      titled(2, `Re: ${tracked.project.key}-8 totals — Inbox`),
    ]);
    await enrich(tracked.project.id);
    expect(await derivationsOf(tracked.developer.id)).toMatchObject([
      { projectId: tracked.project.id, taskKey: null, signal: "device", suggestedTaskKey: null },
      {
        projectId: tracked.project.id,
        taskKey: null,
        signal: "title",
        suggestedProjectId: tracked.project.id,
        suggestedTaskKey: `${tracked.project.key}-8`,
      },
    ]);
    expect(await sumsOf(tracked, "projectId")).toEqual({ [tracked.project.id]: 120 });
  });

  it("from personal content counts for no project", async () => {
    const tracked = await aTrackedDevice();
    await aTaskOf(tracked.project, 1);
    const file_context = { branch: `${tracked.project.key}-1` };
    await upload(tracked, [aSample({ ts: at(1), active_app: SPOTIFY, file_context })]);
    await enrich(tracked.project.id);
    expect(await rowsOf(tracked)).toMatchObject([
      { category: "personal.music", projectId: null, taskKey: null, seconds: 60 },
    ]);
  });
});

describe("one moment over all devices of a person", () => {
  const quiet = { key_events: 0, mouse_events: 0 };
  const half = Array.from({ length: 30 }, (_, i) => i + 1);
  const samples = (given: object, second = 0) => half.map((i) => aSample({ ts: at(i, second), ...given }));
  const locked = { active_app: LOCKED, input_cadence: quiet };

  it.each([
    [
      "a call beside a screen that is locked",
      { meeting: { in_call: true }, input_cadence: quiet },
      locked,
      "comm.meeting",
    ],
    ["work of a client that counts no input beside a screen that is locked", {}, locked, "dev.code"],
    [
      "code during a call beside somebody who listens",
      { meeting: { in_call: true }, input_cadence: { key_events: 200 } },
      { active_app: SLACK, meeting: { in_call: true }, input_cadence: quiet },
      "dev.code",
    ],
  ])("is %s", async (_what, one, other, category) => {
    const tracked = await aTrackedDevice();
    const second = await anotherDevice(tracked);
    await upload(tracked, samples({ active_app: CODE, ...one }));
    await upload(tracked, samples(other, 1), second);
    await enrich(tracked.project.id);
    const sums = await sumsOf(tracked, "category");
    expect(sums[category]).toBe(1_800);
    expect(sums.idle).toBeUndefined();
  });

  it("doesn't count if nobody is there: an hour of a locked screen is in no total", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, samples({ active_app: LOCKED }));
    await enrich(tracked.project.id);
    expect(await rowsOf(tracked)).toEqual([]);
    expect(await derivationsOf(tracked.developer.id)).toHaveLength(30);
  });
});

describe("a bucket of too many samples", () => {
  it("counts the first samples of each device, whatever the order of uploads, and says how many are over the limit", async () => {
    const answers: unknown[] = [];
    for (const isReversed of [false, true]) {
      const tracked = await aTrackedDevice();
      const second = await anotherDevice(tracked);
      const many = Array.from({ length: 2_000 }, (_, i) =>
        aSample({
          ts: new Date(HOUR.getTime() + 1_000 + i * 400).toISOString(),
          interval_s: 1,
          active_app: CODE,
        }),
      );
      for (let i = 0; i < many.length; i += 500) {
        await upload(tracked, (isReversed ? many.toReversed() : many).slice(i, i + 500));
      }
      await upload(tracked, [aSample({ ts: at(14), active_app: SLACK })], second);
      await enrich(tracked.project.id);
      const query = { from: at(0), to: at(15), group: "category" };
      const { json } = await call(activity.GET, "GET", { bearer: tracked.developer.jwt, query });
      expect(json.uncounted_samples).toBe(200);
      answers.push(json);
    }
    expect(answers[1]).toEqual(answers[0]);
  });
});

describe("sums and marks of whole hours, from before there were quarters", () => {
  it("are picked up by the sweep and derived by quarters, and count until then", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: at(5) }), aSample({ ts: at(50) })]);
    const owned = { developerId: tracked.developer.id, projectId: tracked.project.id, hour: HOUR };
    await db().trackerDirtyBucket.deleteMany({ where: { developerId: tracked.developer.id } });
    await db().trackerActivity.create({ data: { ...owned, category: "dev.code", seconds: 120 } });
    await db().trackerDirtyHour.create({ data: { ...owned, hour: new Date(at(60)), markedAt: HOUR } });
    const query = { from: at(0), to: at(60), group: "hour" };
    const ask = async () => (await call(activity.GET, "GET", { bearer: tracked.developer.jwt, query })).json;
    expect(await ask()).toMatchObject({ total_seconds: 120, is_settled: false });
    await sweepDirtyBuckets.handler({}, { now: new Date() });
    expect(await dirtyBucketsOf(tracked)).toBe(8);
    expect(await ask()).toMatchObject({ is_settled: false });
    await enrich(tracked.project.id);
    expect(await ask()).toMatchObject({ total_seconds: 120, is_settled: true });
    expect(await sumsOf(tracked, "bucket")).toEqual({ [at(0)]: 60, [at(45)]: 60 });
  });
});

describe("a quarter of an hour that is still running", () => {
  /** Just after a sample's time, so that the sample's quarter of an hour runs, whatever the clock says. */
  const THEN = new Date(HOUR.getTime() + 7 * 60_000);
  const later = (ms: number) => new Date(THEN.getTime() + ms);

  async function run(tracked: Tracked, now: Date) {
    const job = { workspace_id: tracked.workspace.id, shard: shardOf(tracked.developer.id) };
    while (await enrichBuckets.handler(job, { now }));
  }
  async function aMarked(markedAt: Date) {
    const tracked = await aTrackedDevice();
    await upload(tracked, [aSample({ ts: at(6), interval_s: 60, active_app: CODE })]);
    await db().trackerDirtyBucket.updateMany({
      where: { developerId: tracked.developer.id },
      data: { markedAt },
    });
    return tracked;
  }

  it("is deferred by the job for five minutes, or until it ends", async () => {
    const tracked = await aMarked(THEN);
    await run(tracked, later(299_000));
    expect(await dirtyBucketsOf(tracked)).toBe(1);
    await run(tracked, later(300_000));
    expect(await dirtyBucketsOf(tracked)).toBe(0);
    const ended = await aMarked(new Date(at(14)));
    await run(ended, new Date(at(14, 59)));
    expect(await dirtyBucketsOf(ended)).toBe(1);
    await run(ended, new Date(at(15)));
    expect(await dirtyBucketsOf(ended)).toBe(0);
  });

  it("is passed to the job by the sweep once it is due, and not before", async () => {
    const tracked = await aMarked(THEN);
    const jobs = async () => {
      const [row] = await db().$queryRaw<[{ count: number }]>`
        SELECT count(*)::int AS count FROM graphile_worker._private_jobs
        WHERE payload->>'workspace_id' = ${tracked.workspace.id}`;
      return row.count;
    };
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await sweepDirtyBuckets.handler({}, { now: later(240_000) });
    expect(await jobs()).toBe(0);
    await sweepDirtyBuckets.handler({}, { now: later(300_000) });
    expect(await jobs()).toBe(1);
  });

  it("is derived when its person looks, and then includes all accepted samples", async () => {
    const tracked = await aTrackedDevice();
    const bearer = tracked.developer.jwt;
    const now = Date.now();
    const query = {
      from: new Date(now - 3_600_000).toISOString(),
      to: new Date(now + 3_600_000).toISOString(),
      group: "category",
    };
    for (let seconds = 1; seconds <= 3; seconds++) {
      const ts = new Date(Date.now() - 2_000 * seconds).toISOString();
      await upload(tracked, [aSample({ ts, interval_s: 1, active_app: CODE })]);
      await vi.waitFor(async () => {
        const { json } = await call(activity.GET, "GET", { bearer, query });
        // Where a quarter ended meanwhile, the rest is the job's.
        if (!json.is_settled) await enrich(tracked.project.id);
        expect(json).toMatchObject({ total_seconds: seconds, is_settled: true });
      });
    }
    expect(await dirtyBucketsOf(tracked)).toBe(0);
    const { json } = await call(events.GET, "GET", { bearer, query: { limit: "10" } });
    expect(json).toHaveLength(3);
    expect(json.map((item: { derived: unknown }) => item.derived)).not.toContain(null);
  });

  it("gives the same for many simultaneous looks as for one", async () => {
    const tracked = await aTrackedDevice();
    const stamp = Date.now();
    const many = Array.from({ length: 20 }, (_, i) =>
      aSample({ ts: new Date(stamp - i * 1_000).toISOString(), interval_s: 1, active_app: CODE }),
    );
    await upload(tracked, many);
    await Promise.all(Array.from({ length: 8 }, () => deriveOpen(tracked.developer.id, new Date())));
    await vi.waitFor(async () => {
      await deriveOpen(tracked.developer.id, new Date());
      await enrich(tracked.project.id);
      expect(await dirtyBucketsOf(tracked)).toBe(0);
    });
    expect(await derivationsOf(tracked.developer.id)).toHaveLength(20);
    const sums = await rowsOf(tracked);
    expect(sums.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(20);
  });
});

describe("a sample with a derivation of this version", () => {
  it("keeps its category; other rules change it, and samples in calls and private ones are judged again", async () => {
    const tracked = await aTrackedDevice();
    const shown = [{}, {}, { meeting: { in_call: true } }, {}];
    await upload(
      tracked,
      shown.map((more, i) => aSample({ ts: at(i + 1), active_app: CODE, ...more })),
    );
    await enrich(tracked.project.id);
    const ids = (
      await db().trackerSample.findMany({
        where: { developerId: tracked.developer.id },
        orderBy: { ts: "asc" },
      })
    ).map(({ id }) => id);
    // What no rule said, so that it shows who was asked.
    await db().trackerDerivation.updateMany({
      where: { sampleId: { in: ids } },
      data: { category: "design" },
    });
    await db().trackerDerivation.updateMany({
      where: { sampleId: ids[1] ?? 0n },
      data: { version: "1.0.0" },
    });
    await db().trackerSample.updateMany({ where: { id: ids[3] ?? 0n }, data: { isPrivate: true } });
    await upload(tracked, [aSample({ ts: at(9), active_app: SLACK })]);
    await enrich(tracked.project.id);
    const rows = (await derivationsOf(tracked.developer.id)).slice(0, ids.length);
    expect(rows.map(({ category }) => category)).toEqual(["design", "dev.code", "comm.meeting", "sensitive"]);
  });

  it("is attributed again, by the current tasks", async () => {
    const tracked = await aTrackedDevice();
    const branch = `feature/${tracked.project.key}-77`;
    await upload(tracked, [aSample({ ts: at(1), active_app: CODE, file_context: { branch } })]);
    await enrich(tracked.project.id);
    expect((await derivationsOf(tracked.developer.id)).map(({ taskKey }) => taskKey)).toEqual([null]);
    await aTaskOf(tracked.project, 77);
    await upload(tracked, [aSample({ ts: at(9), active_app: SLACK })]);
    await enrich(tracked.project.id);
    const keys = (await derivationsOf(tracked.developer.id)).map(({ taskKey }) => taskKey);
    expect(keys).toContain(`${tracked.project.key}-77`);
  });
});

describe("the sweep", () => {
  it("passes buckets that stayed dirty to their workspace's job, and leaves fresh ones alone", async () => {
    const [old, fresh] = [await aTrackedDevice(), await aTrackedDevice()];
    await upload(old, [aSample({ ts: at(5) })]);
    await upload(fresh, [aSample({ ts: at(5) })]);
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await db().trackerDirtyBucket.updateMany({
      where: { developerId: old.developer.id },
      data: { markedAt: new Date(Date.now() - 61_000) },
    });
    await sweepDirtyBuckets.handler({}, { now: new Date() });
    const jobs = await db().$queryRaw<{ workspace_id: string; shard: number }[]>`
      SELECT payload->>'workspace_id' AS workspace_id, (payload->>'shard')::int AS shard
      FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'tracker.enrich-buckets'`;
    expect(jobs).toContainEqual({ workspace_id: old.workspace.id, shard: shardOf(old.developer.id) });
    expect(jobs.map(({ workspace_id }) => workspace_id)).not.toContain(fresh.workspace.id);
  });
});

describe("a backlog", () => {
  /** Stores an hour's samples of each of so many hours, as uploads of old samples do. */
  async function aBacklog(tracked: Tracked, hours: number, markedAgoMs: number) {
    const markedAt = new Date(Date.now() - markedAgoMs);
    await db().$executeRaw`
      INSERT INTO tracker_event_sample (received_at, device_id, developer_id, project_id, client_seq, ts, interval_s, event_id, app_name, bundle_id)
      SELECT now(), ${tracked.deviceId}::uuid, ${tracked.developer.id}::uuid, ${tracked.project.id}::uuid, n,
             date_bin('1 hour', now(), 'epoch') - make_interval(secs => n * 60), 60, 'backlog-' || n, 'Code', 'x'
      FROM generate_series(1, ${hours * 60}::int) AS n`;
    await db().$executeRaw`
      INSERT INTO tracker_dirty_bucket (developer_id, bucket, workspace_id, marked_at)
      SELECT ${tracked.developer.id}::uuid, date_bin('1 hour', now(), 'epoch') - make_interval(mins => n * 15),
             ${tracked.workspace.id}::uuid, ${markedAt}::timestamptz
      FROM generate_series(1, ${hours * 4}::int) AS n`;
  }

  it("of one workspace doesn't block another's batch", async () => {
    const [crowd, quiet] = [await aTrackedDevice(), await aTrackedDevice()];
    await aBacklog(crowd, 1_000, 60_000);
    const job = { workspace_id: crowd.workspace.id, shard: shardOf(crowd.developer.id) };
    await enqueueCommitted(enrichBuckets, job);
    await upload(quiet, [aSample({ ts: at(5) })]);
    const engine = await startEmbeddedEngine([enrichBuckets]);
    onTestFinished(engine.stop);
    await vi.waitFor(async () => expect(await dirtyBucketsOf(quiet)).toBe(0), { timeout: 60_000 });
    expect(await dirtyBucketsOf(crowd)).toBeGreaterThan(0);
  }, 90_000);

  it("yields to newer samples of the same project, and is derived beside them", async () => {
    const tracked = await aTrackedDevice();
    await aBacklog(tracked, 500, 60_000);
    // The quarter of an hour that has ended last.
    const lastBucket = Math.floor(Date.now() / 900_000) * 900 - 900;
    const ts = new Date((lastBucket + 1) * 1_000).toISOString();
    await upload(tracked, [aSample({ ts, interval_s: 1 })]);
    const shard = shardOf(tracked.developer.id);
    const { buckets } = await listDirtyBuckets(tracked.workspace.id, shard, 32, 100, new Date());
    expect(buckets).toHaveLength(32);
    expect(buckets[0]?.bucket).toBe(lastBucket);
    const outcome = await enrich(tracked.project.id);
    const left = await db().trackerDirtyBucket.findMany({ where: { developerId: tracked.developer.id } });
    expect(left.map(({ bucket }) => bucket.getTime() / 1_000)).not.toContain(buckets[0]?.bucket);
    if (left.length > 0) expect(outcome?.againAt).toBeInstanceOf(Date);
    expect(left.length).toBeLessThan(2_000);
  });

  it("of many people uses one workspace's turn, shared by the waiting shards", async () => {
    const [workspaceId, elsewhere] = [randomUUID(), randomUUID()];
    const now = new Date();
    const idOf = (digit: string) => randomUUID().slice(0, -1) + digit;
    const ids = ["0", "a", "a", "f", "3"].map(idOf);
    const mark = async (id: string, workspace: string, bucket: string) => {
      await db().developer.upsert({
        where: { id },
        create: { id, name: "Somebody", email: `${id}@example.com` },
        update: {},
      });
      await pool().query(
        `INSERT INTO tracker_dirty_bucket (developer_id, bucket, workspace_id, marked_at)
         VALUES ($1, date_bin('15 minutes', $4::timestamptz, 'epoch') + $3::interval, $2, $4)`,
        [id, workspace, bucket, now],
      );
    };
    for (const id of ids.slice(0, 4)) await mark(id, workspaceId, "-1 hour");
    // What still runs is not due.
    await mark(ids[4] ?? "", workspaceId, "0 s");
    await mark(idOf("7"), elsewhere, "-1 hour");
    expect(await countWaitingShards(workspaceId, now)).toBe(3);
    expect(await countWaitingShards(randomUUID(), now)).toBe(0);
  });

  it("is split over several jobs, each for other developers", async () => {
    // Random but for the last digit, of which there is each.
    const ids = Array.from({ length: 64 }, (_, at) => randomUUID().slice(0, -1) + (at % 16).toString(16));
    const { rows } = await pool().query<{ id: string; shard: number }>(
      `SELECT id, ('x' || right(id, 1))::bit(4)::int AS shard FROM unnest($1::text[]) AS id`,
      [ids],
    );
    expect(rows.map(({ id, shard }) => [id, shard])).toEqual(ids.map((id) => [id, shardOf(id)]));
    expect(new Set(ids.map(shardOf)).size).toBe(ENRICH_SHARDS);
  });
});
