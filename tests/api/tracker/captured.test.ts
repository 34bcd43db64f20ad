import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as activity from "@/app/api/v1/tracker/activity/route";
import * as captured from "@/app/api/v1/tracker/captured/route";
import * as batch from "@/app/api/v1/tracker/events/batch/route";
import * as exported from "@/app/api/v1/tracker/events/export/route";
import * as events from "@/app/api/v1/tracker/events/route";
import { db } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import { eraseRangeJob } from "@/lib/tracker/captured/jobs";
import { ERASE_IN_REQUEST_MS } from "@/lib/tracker/captured/limits";
import { upsertDerivations } from "@/lib/tracker/enrichment/derivation-store";
import { deriveBuckets } from "@/lib/tracker/enrichment/derive-buckets";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { listDirtyBuckets, settleBuckets } from "@/lib/tracker/enrichment/marks-store";
import { activityOf, shardOf, wholeBucket } from "@/lib/tracker/enrichment/rules";
import { call } from "@/tests/support/call";
import { tablesWith } from "@/tests/support/dump";
import { aBatch, aDeveloper, aSample, aTrackedDevice } from "@/tests/support/factories";
import { derivationsOf, enrichJobsOf, leftOfSamples } from "@/tests/support/samples";

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

/** The beginning of an hour that has passed, so that samples of the whole hour are accepted. */
const HOUR = Math.floor(Date.now() / HOUR_MS - 30) * HOUR_MS;
const at = (minute: number) => new Date(HOUR + minute * 60_000).toISOString();

function samples(minutes: number[], given: Record<string, unknown> = {}) {
  return minutes.map((minute) => aSample({ client_seq: minute, ts: at(minute), ...given }));
}

async function upload(tracked: Tracked, list: unknown[]) {
  const body = aBatch(tracked.deviceId, list);
  return (await call(batch.POST, "POST", { bearer: tracked.developer.jwt, body })).json;
}

function get(tracked: Tracked, query: Record<string, string> = {}) {
  return call(events.GET, "GET", { bearer: tracked.developer.jwt, query });
}

function erase(tracked: Tracked, from: string, to: string) {
  return call(events.DELETE, "DELETE", { bearer: tracked.developer.jwt, query: { from, to } });
}

function jobOf(tracked: Tracked) {
  return { workspace_id: tracked.workspace.id, shard: shardOf(tracked.developer.id) };
}

async function enrich(tracked: Tracked) {
  for (;;) if (!(await enrichBuckets.handler(jobOf(tracked), { now: new Date() }))) return;
}

async function secondsOf(tracked: Tracked, from: string, to: string) {
  const query = { from, to, group: "category" };
  const { json } = await call(activity.GET, "GET", { bearer: tracked.developer.jwt, query });
  return [json.total_seconds, json.is_settled];
}

/** What an erasure's job does from now to its end. */
async function finish(tracked: Tracked) {
  const ranges = await db().trackerErasedRange.findMany({ where: { developerId: tracked.developer.id } });
  for (const { id } of ranges) {
    let now = new Date();
    for (;;) {
      const outcome = await eraseRangeJob.handler({ range_id: id }, { now });
      if (!outcome) break;
      now = new Date(Math.max(now.getTime(), outcome.againAt.getTime()));
    }
  }
}

describe("GET /tracker/events", () => {
  it("shows one's own samples as stored, newest first, with what was derived from each", async () => {
    const tracked = await aTrackedDevice();
    const [sample] = samples([10], {
      browser: { url: "https://github.com/acme/web?token=x", title: "acme/web" },
      active_app: { name: "Google Chrome", bundle_id: "com.google.Chrome", window_title: "acme/web" },
      input_cadence: { key_events: 3 },
    });
    await upload(tracked, [...samples([1, 2, 3]), sample]);
    expect((await get(tracked)).json[0].derived).toBeNull();
    await enrich(tracked);
    const first = await get(tracked, { limit: "3" });
    expect(first.json.map(({ client_seq }: { client_seq: number }) => client_seq)).toEqual([10, 3, 2]);
    expect(first.json[0]).toMatchObject({
      event_id: sample?.event_id,
      device_id: tracked.deviceId,
      ts: at(10),
      interval_s: 60,
      active_app: { name: "Google Chrome", window_title: "acme/web" },
      browser: { url: "https://github.com/acme/web" },
      input_cadence: { key_events: 3, mouse_events: null },
      is_private: false,
      project_id: tracked.project.id,
      derived: {
        category: "dev.vcs",
        category_label: "Code hosting",
        project_id: tracked.project.id,
        project_name: tracked.project.name,
        task_key: null,
        signal: "device",
      },
    });
    const [, cursor] = /cursor=([^&>]+)/.exec(first.headers.get("link") ?? "") ?? [];
    const second = await get(tracked, { limit: "3", cursor: decodeURIComponent(cursor ?? "") });
    expect(second.json.map(({ client_seq }: { client_seq: number }) => client_seq)).toEqual([1]);
    expect(second.headers.get("link")).toBeNull();
  });

  it("shows how sure a derivation is to three digits, as its explanation does", async () => {
    const tracked = await aTrackedDevice();
    const { id: projectId, key } = await db().project.findUniqueOrThrow({
      where: { id: tracked.project.id },
    });
    const task = {
      workspaceId: tracked.workspace.id,
      projectId,
      number: 3,
      title: "Fix login",
      position: "a",
    };
    await db().task.create({ data: task });
    await upload(tracked, samples([1], { file_context: { branch: `${key}-3` } }));
    await enrich(tracked);
    const { derived } = (await get(tracked)).json[0];
    expect(derived).toMatchObject({ task_key: `${key}-3`, signal: "branch" });
    expect(String(derived.confidence)).toMatch(/^0\.\d{1,3}$/);
  });

  it("selects by the time that samples cover, and shows nobody else's", async () => {
    const [tracked, other] = [await aTrackedDevice(), await aTrackedDevice()];
    await upload(tracked, samples([1, 2, 3, 4]));
    await upload(other, samples([2, 3]));
    const query = { from: at(1), to: at(2.5) };
    const seqs = (await get(tracked, query)).json.map(({ client_seq }: { client_seq: number }) => client_seq);
    expect(seqs).toEqual([3, 2]);
    const ids = (await get(other)).json.map(({ device_id }: { device_id: string }) => device_id);
    expect(ids).toEqual([other.deviceId, other.deviceId]);
    expect((await get({ ...tracked, developer: await aDeveloper() } as Tracked)).json).toEqual([]);
  });

  it.each([
    [{ from: at(2), to: at(2) }, 400],
    [{ from: at(2), to: at(1) }, 400],
    [{ from: "yesterday" }, 400],
    [{ from: "2024-13-45T00:00:00Z" }, 400],
    [{ limit: "0" }, 400],
    [{ cursor: "x" }, 400],
    [{ cursor: Buffer.from('["2026-01-01T00:00:00Z","9999999999999999999999"]').toString("base64url") }, 400],
  ])("refuses %j", async (query, status) => {
    const tracked = await aTrackedDevice();
    expect((await get(tracked, query as Record<string, string>)).status).toBe(status);
  });
});

describe("GET /tracker/events/export", () => {
  const download = (tracked: Tracked, query: Record<string, string>) =>
    call(exported.GET, "GET", { bearer: tracked.developer.jwt, query });

  it("contains everything in a range as CSV in which no spreadsheet runs anything, or as JSON, page after page", async () => {
    const tracked = await aTrackedDevice();
    const title = '=HYPERLINK("http://x"), "quoted"\nline';
    const list = Array.from({ length: 1_100 }, (_, index) =>
      aSample({ client_seq: index, ts: new Date(HOUR + index * 1_000).toISOString(), interval_s: 1 }),
    );
    Object.assign(list[0] ?? {}, { active_app: { name: "Code", bundle_id: "code", window_title: title } });
    for (let i = 0; i < list.length; i += 500) await upload(tracked, list.slice(i, i + 500));
    const json = await download(tracked, { format: "json" });
    expect(json.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(json.headers.get("content-disposition")).toMatch(/captured-\d{4}-\d\d-\d\d\.json/);
    const all = JSON.parse(json.text) as { client_seq: number }[];
    expect(all.map(({ client_seq }) => client_seq)).toEqual(
      list.map(({ client_seq }) => client_seq).reverse(),
    );
    const csv = await download(tracked, { to: at(0.5) });
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(csv.text).toContain("active_app.window_title");
    expect(csv.text).toContain(`"'=HYPERLINK(""http://x""), ""quoted""\nline"`);
    expect(csv.text.trimEnd().split("\n")).toHaveLength(1 + 31 + 1);
  });

  it("is an empty list, or only a header, if there are no samples", async () => {
    const tracked = await aTrackedDevice();
    expect(JSON.parse((await download(tracked, { format: "json" })).text)).toEqual([]);
    expect((await download(tracked, {})).text.trim().split("\n")).toHaveLength(1);
  });

  it.each([[{ format: "xml" }], [{ format: "" }], [{ from: at(2), to: at(1) }]])(
    "refuses %j",
    async (query) => {
      const tracked = await aTrackedDevice();
      expect((await download(tracked, query as Record<string, string>)).status).toBe(400);
    },
  );
});

describe("DELETE /tracker/events", () => {
  it("leaves no row of a range, and nothing derived from it", async () => {
    const tracked = await aTrackedDevice();
    const word = `w${randomUUID().replaceAll("-", "")}`;
    await upload(tracked, samples([1, 2, 3, 4, 5], { active_app: { name: word, bundle_id: word } }));
    await upload(tracked, samples([30, 31]));
    await enrich(tracked);
    expect(await secondsOf(tracked, at(0), at(60))).toEqual([420, true]);
    expect(await derivationsOf(tracked.developer.id)).toHaveLength(7);

    const answer = await erase(tracked, at(0), at(15));
    expect(answer.json).toEqual({ from: at(0), to: at(15), samples: 5, screenshots: 0, is_done: true });
    expect(await tablesWith(word)).toEqual([]);
    expect(await secondsOf(tracked, at(0), at(60))).toEqual([120, false]);
    await enrich(tracked);
    expect(await secondsOf(tracked, at(0), at(60))).toEqual([120, true]);
    expect((await get(tracked)).json).toHaveLength(2);
    expect(await derivationsOf(tracked.developer.id)).toHaveLength(2);
    expect(await leftOfSamples()).toEqual({ derivations: 0, keys: 0 });
  });

  it("leaves its job for later, which would take part of what it counts", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, samples([1, 2, 3]));
    const before = Date.now();
    await erase(tracked, at(0), at(15));
    const range = await db().trackerErasedRange.findFirstOrThrow({
      where: { developerId: tracked.developer.id },
    });
    const [job] = await db().$queryRaw<{ at: Date }[]>`
      SELECT run_at AS at FROM graphile_worker._private_jobs WHERE payload->>'range_id' = ${range.id}`;
    expect(job?.at.getTime()).toBeGreaterThanOrEqual(before + ERASE_IN_REQUEST_MS);
  });

  it("erases only the requested part of a quarter of an hour", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, samples([1, 2, 3, 4, 5]));
    await enrich(tracked);
    const answer = await erase(tracked, at(1), at(3));
    expect(answer.json).toMatchObject({ samples: 2 });
    await enrich(tracked);
    expect(await secondsOf(tracked, at(0), at(60))).toEqual([180, true]);
  });

  it("has what is left of a quarter of an hour summed again at once", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, samples([1, 2, 3, 4, 5]));
    await enrich(tracked);
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await erase(tracked, at(1), at(3));
    expect(await enrichJobsOf(tracked)).toEqual([jobOf(tracked)]);
  });

  it("keeps erased samples from coming back, resent or for the first time, and accepts all others", async () => {
    const tracked = await aTrackedDevice();
    const list = samples([1, 2, 3, 20]);
    await upload(tracked, list);
    await erase(tracked, at(0), at(15));
    const again = await upload(tracked, [...list, ...samples([4, 5, 21])]);
    expect(again).toMatchObject({ accepted: 1, duplicates: 6, rejected: [] });
    expect((await get(tracked)).json.map(({ ts }: { ts: string }) => ts)).toEqual([at(21), at(20)]);
    await finish(tracked);
    expect(await upload(tracked, samples([6]))).toMatchObject({ accepted: 0, duplicates: 1 });
    await enrich(tracked);
    expect(await secondsOf(tracked, at(0), at(60))).toEqual([120, true]);
  });

  it("is not undone by a derivation that was in progress", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, samples([1, 2, 3]));
    const { workspace_id, shard } = jobOf(tracked);
    const { buckets } = await listDirtyBuckets(workspace_id, shard, 128, 1_000, new Date());
    const derived = await deriveBuckets(buckets);
    const sums = buckets.map((bucket, index) => ({
      ...bucket,
      excess: 0,
      activity: activityOf(derived[index]?.counted ?? [], wholeBucket(bucket.bucket)),
      byWorkspace: [],
    }));
    expect(sums.flatMap((sum) => sum.activity)).toMatchObject([{ seconds: 180 }]);

    await erase(tracked, at(0), at(60));
    const counted = derived.flatMap((bucket) => bucket.counted);
    const [first, last] = [Date.parse(at(0)) / 1_000, Date.parse(at(60)) / 1_000 + 0.5];
    await upsertDerivations(new Map(counted.map(({ sample, derivation }) => [sample.id, derivation])), {
      first,
      last,
    });
    expect(await leftOfSamples()).toEqual({ derivations: 0, keys: 0 });
    expect(await settleBuckets(buckets, sums)).toBe(0);
    expect(await secondsOf(tracked, at(0), at(60))).toEqual([0, false]);
    await enrich(tracked);
    expect(await secondsOf(tracked, at(0), at(60))).toEqual([0, true]);
  });

  it("and simultaneous uploads leave nothing of the range, in any order", async () => {
    const tracked = await aTrackedDevice();
    const uploads = Array.from({ length: 8 }, (_, lane) =>
      upload(
        tracked,
        Array.from({ length: 50 }, (_, index) =>
          aSample({
            client_seq: index,
            ts: new Date(HOUR + (lane * 50 + index) * 1_000).toISOString(),
            interval_s: 1,
          }),
        ),
      ),
    );
    const answers = await Promise.all([
      ...uploads.slice(0, 4),
      erase(tracked, at(-1), at(60)),
      ...uploads.slice(4),
    ]);
    for (const answer of answers) expect(answer.rejected ?? []).toEqual([]);
    await finish(tracked);
    expect((await get(tracked)).json).toEqual([]);
    await enrich(tracked);
    expect(await secondsOf(tracked, at(0), at(60))).toEqual([0, true]);
    expect(await db().trackerBucket.count({ where: { developerId: tracked.developer.id } })).toBe(0);
  });

  it("erases nobody else's samples, and nothing in the future", async () => {
    const [tracked, other] = [await aTrackedDevice(), await aTrackedDevice()];
    await upload(tracked, samples([1]));
    await upload(other, samples([1]));
    const ahead = new Date(Date.now() + 30 * 24 * HOUR_MS).toISOString();
    const answer = await erase(tracked, at(0), ahead);
    expect(answer.json).toMatchObject({ samples: 1, is_done: true });
    expect(Date.parse(answer.json.to)).toBeLessThanOrEqual(Date.now());
    expect((await get(other)).json).toHaveLength(1);
    const next = aSample({ ts: new Date(Date.now() + 120_000).toISOString() });
    expect(await upload(tracked, [next])).toMatchObject({ accepted: 1 });
  });

  it("erases what a fast clock dated ahead too, and accepts what is dated after that", async () => {
    const tracked = await aTrackedDevice();
    const inSeconds = (s: number) => new Date(Date.now() + s * 1_000).toISOString();
    const dated = [-120, 120, 200].map((s) => aSample({ ts: inSeconds(s), interval_s: 10 }));
    await upload(tracked, dated);
    const answer = await erase(tracked, at(0), "9999-12-31T23:59:59Z");
    expect(answer.json).toMatchObject({ samples: 3, is_done: true });
    expect((await get(tracked)).json).toEqual([]);
    expect(await upload(tracked, dated)).toMatchObject({ accepted: 0, duplicates: 3 });
    const next = aSample({ ts: inSeconds(240), interval_s: 10 });
    expect(await upload(tracked, [next])).toMatchObject({ accepted: 1 });
  });

  it("continues after a restart, and shows that it is in progress until then", async () => {
    const tracked = await aTrackedDevice();
    await upload(tracked, samples([1, 2]));
    const range = { from: new Date(at(0)), to: new Date(at(15)), erasedAt: new Date() };
    await db().trackerErasedRange.create({ data: { ...range, developerId: tracked.developer.id } });
    const { id: workspace_id } = tracked.workspace;
    const kept = {
      workspace_id,
      workspace_name: "Acme",
      evidence_days: 30,
      sample_days: 90,
      bucket_months: 13,
    };
    const summary = () => call(captured.GET, "GET", { bearer: tracked.developer.jwt });
    expect((await summary()).json).toEqual({
      samples: 2,
      screenshots: 0,
      oldest_at: at(1),
      newest_at: at(2),
      retention: [kept],
      is_erasing: true,
    });
    await finish(tracked);
    expect((await summary()).json).toEqual({
      samples: 0,
      screenshots: 0,
      oldest_at: null,
      newest_at: null,
      retention: [kept],
      is_erasing: false,
    });
  });

  it.each([
    [{}],
    [{ from: at(0) }],
    [{ from: at(1), to: at(0) }],
    [{ from: at(1), to: at(1) }],
    [{ from: "2999-01-01T00:00:00Z", to: "2999-01-02T00:00:00Z" }],
    [{ from: "0000-01-01T00:00:00Z", to: at(1) }],
  ])("refuses %j, and erases nothing", async (query) => {
    const tracked = await aTrackedDevice();
    await upload(tracked, samples([1]));
    const answer = await call(events.DELETE, "DELETE", {
      bearer: tracked.developer.jwt,
      query: query as Record<string, string>,
    });
    expect([answer.status, (await get(tracked)).json.length]).toEqual([400, 1]);
  });
});
