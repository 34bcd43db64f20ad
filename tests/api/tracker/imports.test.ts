import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import * as batch from "@/app/api/v1/tracker/events/batch/route";
import * as one from "@/app/api/v1/tracker/imports/[import_id]/route";
import * as undo from "@/app/api/v1/tracker/imports/[import_id]/undo/route";
import * as imports from "@/app/api/v1/tracker/imports/route";
import { checkLimits } from "@/lib/limits/check-limits";
import { LIMITS } from "@/lib/limits/table";
import { db } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { shardOf } from "@/lib/tracker/enrichment/rules";
import { runTrackerImport, sweepTrackerImports } from "@/lib/tracker/imports/jobs";
import { AN_EXPORT } from "@/lib/tracker/imports/schema";
import { insertChunk } from "@/lib/tracker/imports/store";
import { call } from "@/tests/support/call";
import { tablesWith } from "@/tests/support/dump";
import { aBatch, aSample, aTrackedDevice } from "@/tests/support/factories";
import { enrichJobsOf, shownSamples } from "@/tests/support/samples";

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

const HOUR = Math.floor(Date.now() / HOUR_MS - 30) * HOUR_MS;
/** ActivityWatch's own spelling, with microseconds. */
const at = (second: number) => new Date(HOUR + second * 1_000).toISOString().replace("Z", "000+00:00");

const event = (from: number, to: number, data: object) => ({
  id: from,
  timestamp: at(from),
  duration: to - from,
  data,
});

function bucket(id: string, type: string, events: unknown[]) {
  return {
    [id]: {
      id,
      created: at(0),
      name: null,
      type,
      client: id.split("_")[0],
      hostname: "laptop",
      data: {},
      events,
    },
  };
}

const windows = (...events: unknown[]) => bucket("aw-watcher-window_laptop", "currentwindow", events);
const code = { app: "Code", title: "main.ts - web - Visual Studio Code" };

function send(
  tracked: Tracked,
  body: unknown,
  headers: Record<string, string> = {},
  deviceId: string = tracked.deviceId,
) {
  return call(imports.POST, "POST", {
    bearer: tracked.developer.jwt,
    query: { device_id: deviceId },
    headers,
    body,
  });
}

const show = (tracked: Tracked, id: string) =>
  call(one.GET, "GET", { bearer: tracked.developer.jwt, params: { import_id: id } });
const takeBack = (tracked: Tracked, id: string) =>
  call(undo.POST, "POST", { bearer: tracked.developer.jwt, params: { import_id: id } });

/** What the job does until it is done. */
async function run(importId: string) {
  while (await runTrackerImport.handler({ import_id: importId }, { now: new Date() }));
}

async function imported(tracked: Tracked, buckets: object) {
  const begun = await send(tracked, { buckets });
  expect(begun.status).toBe(202);
  await run(begun.json.id);
  return (await show(tracked, begun.json.id)).json;
}

async function sumsOf({ workspace, developer }: Tracked) {
  const job = { workspace_id: workspace.id, shard: shardOf(developer.id) };
  while (await enrichBuckets.handler(job, { now: new Date() }));
  const sums: Record<string, number> = {};
  for (const { category, seconds } of await db().trackerBucket.findMany({
    where: { developerId: developer.id },
  })) {
    sums[category] = (sums[category] ?? 0) + seconds;
  }
  return sums;
}

const countOf = ({ deviceId }: Tracked) => db().trackerSample.count({ where: { deviceId } });

describe("POST /tracker/imports", () => {
  it("makes samples of a day exported by ActivityWatch: away stays away, and pages count while their browser is in front", async () => {
    const tracked = await aTrackedDevice();
    const shown = await imported(tracked, {
      ...bucket("aw-watcher-web-firefox", "web.tab.current", [
        event(650, 900, {
          url: "https://github.com/acme/web/pull/1?token=SECRETS",
          title: "PR 1",
          audible: false,
        }),
      ]),
      ...windows(
        event(600, 1_200, { app: "firefox", title: "PR 1 - Mozilla Firefox" }),
        event(0, 600, code),
        event(1_200, 9_000, code),
      ),
      ...bucket("aw-watcher-afk_laptop", "afkstatus", [
        event(1_500, 9_000, { status: "afk" }),
        event(0, 1_500, { status: "not-afk" }),
      ]),
    });
    expect(shown).toMatchObject({
      state: "done",
      events: 4,
      events_done: 4,
      duplicates: 0,
      rejected: {},
      error: null,
    });
    expect(await sumsOf(tracked)).toEqual({ "dev.code": 600 + 300, "dev.review": 250, "web.unknown": 350 });
    expect(await tablesWith("SECRETS")).toEqual([]);
    const row = (await shownSamples({ deviceId: tracked.deviceId })).find(({ url }) => url !== null);
    expect(row).toMatchObject({
      url: "https://github.com/acme/web/pull/1",
      appName: "Firefox",
      intervalS: 250,
    });
    expect(await db().trackerImportChunk.count({ where: { importId: shown.id } })).toBe(0);
  });

  it("counts a window only while somebody was at its own computer", async () => {
    const tracked = await aTrackedDevice();
    await imported(tracked, {
      ...windows(event(0, 1_200, code)),
      ...bucket("aw-watcher-afk_laptop", "afkstatus", [event(0, 300, { status: "not-afk" })]),
      ...bucket("aw-watcher-window_desk", "currentwindow", [
        event(300, 500, { app: "Slack", title: "general" }),
      ]),
      ...bucket("aw-watcher-afk_desk", "afkstatus", [event(300, 900, { status: "not-afk" })]),
    });
    expect(await sumsOf(tracked)).toEqual({ "dev.code": 300, "comm.chat": 200 });
  });

  it("counts a page only while its own browser was in front, on its own computer", async () => {
    const pages = (id: string, ...[from, to, url]: [from: number, to: number, url: string]) =>
      bucket(id, "web.tab.current", [event(from, to, { url, title: "Page" })]);
    const [review, video] = ["https://github.com/acme/web/pull/1", "https://www.youtube.com/watch?v=1"];
    const twoBrowsers = await aTrackedDevice();
    await imported(twoBrowsers, {
      ...windows(
        event(0, 600, { app: "Google Chrome", title: "PR 1" }),
        event(600, 900, { app: "firefox", title: "A film" }),
        event(900, 1_000, { app: "zen", title: "A film" }),
      ),
      ...pages("aw-watcher-web-chrome", 0, 500, review),
      // Firefox is open behind, and its watcher goes on.
      ...pages("aw-watcher-web-firefox_laptop", 0, 1_000, video),
    });
    expect(await sumsOf(twoBrowsers)).toEqual({
      "dev.review": 500,
      "web.unknown": 100,
      "personal.video": 400,
    });

    const twoComputers = await aTrackedDevice();
    await imported(twoComputers, {
      ...windows(event(300, 600, code), event(600, 900, { app: "firefox", title: "PR 1" })),
      ...bucket("aw-watcher-window_desk", "currentwindow", [
        event(0, 300, { app: "firefox", title: "A film" }),
      ]),
      ...pages("aw-watcher-web-firefox_laptop", 0, 900, review),
    });
    expect(await sumsOf(twoComputers)).toEqual({ "web.unknown": 300, "dev.code": 300, "dev.review": 300 });
  });

  it("accepts the example of its documentation, whose bucket says nothing but its events", async () => {
    const tracked = await aTrackedDevice();
    const [name, bucket] = Object.entries(AN_EXPORT.buckets)[0] ?? [];
    const timestamp = at(0);
    const events = bucket?.events.map((each) => ({ ...each, timestamp }));
    expect(await imported(tracked, { [String(name)]: { ...bucket, events } })).toMatchObject({
      state: "done",
      samples: 1,
    });
    expect(await imported(tracked, { [String(name)]: { events: [] } })).toMatchObject({
      state: "done",
      events: 0,
    });
  });

  it("adds nothing the second time, except what is new in the file", async () => {
    const tracked = await aTrackedDevice();
    const first = await imported(tracked, windows(event(0, 700, code), event(700, 800, { app: "Slack" })));
    expect(first).toMatchObject({ samples: 3, duplicates: 0 });
    const second = await imported(tracked, windows(event(700, 800, { app: "Slack" }), event(0, 700, code)));
    expect(second).toMatchObject({ state: "done", samples: 0, duplicates: 3 });
    const before = await sumsOf(tracked);
    const grown = await imported(tracked, windows(event(0, 700, code), event(700, 860, { app: "Slack" })));
    expect(grown).toMatchObject({ samples: 1, duplicates: 2 });
    expect(await sumsOf(tracked)).toEqual({ ...before, "comm.chat": 160 });
  });

  it("stores the file where nobody can read it until it is redacted", async () => {
    const tracked = await aTrackedDevice();
    const title = "password=hunter33333";
    const begun = await send(tracked, { buckets: windows(event(0, 60, { app: "Code", title })) });
    expect(begun.json).toMatchObject({ state: "queued", events: 1, events_done: 0 });
    expect(await tablesWith("hunter33333")).toEqual([]);
    await run(begun.json.id);
    expect(await tablesWith("hunter33333")).toEqual([]);
    expect(await countOf(tracked)).toBe(1);
  });

  it("keeps nothing of the file beside its samples once it has ended or is undone", async () => {
    const tracked = await aTrackedDevice();
    const coversOf = async (id: string) =>
      (await db().trackerImport.findUniqueOrThrow({ where: { id } })).covers;
    const away = bucket("aw-watcher-afk", "afkstatus", [event(0, 60, { status: "not-afk" })]);
    const buckets = { ...windows(event(0, 120, code)), ...away };
    const begun = await send(tracked, { buckets });
    expect(await coversOf(begun.json.id)).toMatchObject({ there: [expect.any(Number), expect.any(Number)] });
    await run(begun.json.id);
    expect((await show(tracked, begun.json.id)).json).toMatchObject({ state: "done", samples: 1 });
    expect(await coversOf(begun.json.id)).toEqual({});
    const another = await send(tracked, { buckets });
    expect((await takeBack(tracked, another.json.id)).json.state).toBe("undoing");
    expect(await coversOf(another.json.id)).toEqual({});
  });

  it("rejects what batches reject, event by event", async () => {
    const tracked = await aTrackedDevice();
    await db().trackerStop.create({
      data: {
        deviceId: tracked.deviceId,
        isOwn: true,
        since: new Date(HOUR + 100_000),
        until: new Date(HOUR + 300_000),
      },
    });
    const shown = await imported(
      tracked,
      windows(
        event(0, 60, code),
        event(110, 200, code),
        { ...event(0, 60, code), duration: -3 },
        { ...event(0, 60, code), timestamp: "2020-01-01T00:00:00+00:00" },
        { ...event(0, 60, code), timestamp: new Date(Date.now() + HOUR_MS).toISOString() },
        event(400, 400, code),
        event(500, 560, { app: "a\0b" }),
        "nonsense",
      ),
    );
    expect(shown).toMatchObject({
      samples: 1,
      rejected: { not_captured: 1, invalid: 3, ts_out_of_range: 2, too_short: 1 },
    });
  });

  it.each([
    ["no JSON", "{", 400],
    ["half a file", `{"buckets":{"a":{"id":"a","events":[{"timestamp"`, 400],
    ["nothing", "", 400],
    ["two files", `{"buckets":{}}{"buckets":{}}`, 400],
    ["another file", { rows: [] }, 422],
    ["a list", [], 422],
    ["a file without buckets", { buckets: {} }, 422],
    ["buckets without events", { buckets: { a: { id: "a", type: "currentwindow" } } }, 422],
    ["events outside of buckets", { events: [], a: { b: { events: [] } } }, 422],
    ["what nests deep", `{"buckets":${"[".repeat(100_000)}`, 422],
    [
      "an event of millions of values",
      `{"buckets":{"a":{"events":[{"data":[${"{},".repeat(2_000_000)}{}]}]}}}`,
      422,
    ],
  ])("refuses %s, and keeps nothing of it", async (_, body, status) => {
    const tracked = await aTrackedDevice();
    const answer = await send(tracked, body);
    expect([answer.status, typeof answer.json.detail]).toEqual([status, "string"]);
    expect(await db().trackerImport.count({ where: { developerId: tracked.developer.id } })).toBe(0);
  });

  it("accepts gzip, and stops a zip bomb at the limit", async () => {
    const tracked = await aTrackedDevice();
    const gzip = { "content-encoding": "gzip" };
    const packed = gzipSync(JSON.stringify({ buckets: windows(event(0, 60, code)) }));
    const begun = await send(tracked, packed, gzip);
    expect(begun.json).toMatchObject({ state: "queued", events: 1 });
    await run(begun.json.id);
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024, " "));
    expect(bomb.length).toBeLessThan(200_000);
    expect((await send(tracked, bomb, gzip)).status).toBe(413);
    expect((await send(tracked, "no gzip", gzip)).status).toBe(400);
    expect((await send(tracked, packed.subarray(0, packed.length - 12), gzip)).status).toBe(400);
    expect((await send(tracked, packed, { "content-encoding": "br" })).status).toBe(415);
    expect((await send(tracked, "{}", { "content-length": String(65 * 1024 * 1024) })).status).toBe(413);
  });

  it.each([
    ["by long events", 400, 0],
    ["by events that are cut into pieces", 40, 40_000],
  ])("refuses a file that produces too many samples %s", async (_, windowsOf, presences) => {
    const tracked = await aTrackedDevice();
    const long = Array.from({ length: windowsOf }, (_, i) => event(-20 * 86_400 + i, 0, code));
    const there = Array.from({ length: presences }, (_, i) =>
      event(-2 * i - 1, -2 * i, { status: "not-afk" }),
    );
    const buckets = {
      ...windows(...long),
      ...(presences > 0 ? bucket("aw-watcher-afk", "afkstatus", there) : {}),
    };
    const answer = await send(tracked, { buckets });
    expect([answer.status, answer.json.detail]).toEqual([
      422,
      "The file comes to more than 1,000,000 samples. Export fewer buckets at once.",
    ]);
  });

  it("is for one's own devices, one at a time, and if tracking is on", async () => {
    const [tracked, other] = [await aTrackedDevice(), await aTrackedDevice()];
    const file = { buckets: windows(event(0, 60, code)) };
    expect((await send(tracked, file, {}, other.deviceId)).status).toBe(404);
    expect((await send(tracked, file, {}, "nonsense")).status).toBe(400);
    const begun = await send(tracked, file);
    expect((await send(tracked, file)).status).toBe(409);
    expect((await show(other, begun.json.id)).status).toBe(404);
    expect((await takeBack(other, begun.json.id)).status).toBe(404);
    await db().project.update({
      where: { id: tracked.project.id },
      data: { settings: { tracker_enabled: false } },
    });
    await run(begun.json.id);
    expect((await show(tracked, begun.json.id)).json).toMatchObject({
      state: "failed",
      error: "Tracker is not enabled for this project. What was imported before stays.",
    });
    expect((await send(tracked, file)).status).toBe(403);
    expect(await countOf(tracked)).toBe(0);
  });

  it("begins only so many an hour, for each person apart", async () => {
    const tracked = await aTrackedDevice();
    const { countMax } = LIMITS.tracker_imports_per_developer;
    const use = {
      limit: "tracker_imports_per_developer",
      key: tracked.developer.id,
      weight: countMax,
    } as const;
    await checkLimits([use], new Date());
    const body = { buckets: windows(event(0, 60, code)) };
    expect((await send(tracked, body)).json.detail).toBe(
      `Too many imports from you: at most ${countMax} in an hour.`,
    );
    expect((await send(await aTrackedDevice(), body)).status).toBe(202);
  });
});

describe("an import", () => {
  it("is undone without affecting earlier samples", async () => {
    const tracked = await aTrackedDevice();
    const own = aSample({ ts: new Date(HOUR + 60_000).toISOString(), event_id: randomUUID() });
    await call(batch.POST, "POST", { bearer: tracked.developer.jwt, body: aBatch(tracked.deviceId, [own]) });
    const first = await imported(tracked, windows(event(60, 120, code)));
    const second = await imported(tracked, windows(event(60, 120, code), event(300, 1_000, code)));
    expect(await sumsOf(tracked)).toEqual({ "dev.code": 120 + 700 });
    expect((await takeBack(tracked, second.id)).json.state).toBe("undoing");
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await run(second.id);
    expect(await enrichJobsOf(tracked)).toHaveLength(1);
    expect((await show(tracked, second.id)).json).toMatchObject({ state: "undone", samples: 0 });
    expect(await sumsOf(tracked)).toEqual({ "dev.code": 120 });
    expect((await takeBack(tracked, second.id)).status).toBe(409);
    await takeBack(tracked, first.id);
    await run(first.id);
    expect(await sumsOf(tracked)).toEqual({ "dev.code": 60 });
    expect(await countOf(tracked)).toBe(1);
    const again = await imported(tracked, windows(event(60, 120, code)));
    expect(again).toMatchObject({ state: "done", samples: 1 });
  });

  it("stops if it is undone before it is finished", async () => {
    const tracked = await aTrackedDevice();
    const begun = await send(tracked, { buckets: windows(event(0, 60, code)) });
    await takeBack(tracked, begun.json.id);
    await run(begun.json.id);
    expect((await show(tracked, begun.json.id)).json).toMatchObject({ state: "undone", samples: 0 });
    expect(await countOf(tracked)).toBe(0);
  });

  it("continues with the chunk at which it was killed, and counts nothing twice", async () => {
    const tracked = await aTrackedDevice();
    const many = Array.from({ length: 2_500 }, (_, i) => event(i, i + 1, { app: "Code", title: `${i}.ts` }));
    const begun = await send(tracked, { buckets: windows(...many) });
    const { id } = begun.json;
    expect(await db().trackerImportChunk.count({ where: { importId: id } })).toBe(2);
    const chunks = await db().trackerImportChunk.findMany({ where: { importId: id } });
    await run(id);
    // As if it had been killed behind the first chunk's samples, before it noted them.
    await db().trackerImport.update({
      where: { id },
      data: { state: "running", position: 0, eventsDone: 0, samples: 0, duplicates: 0 },
    });
    await db().trackerImportChunk.createMany({ data: chunks });
    await run(id);
    expect((await show(tracked, id)).json).toMatchObject({ state: "done", samples: 2_500 });
    expect(await countOf(tracked)).toBe(2_500);
  });

  it("gets a lost job back, and is deleted if its file did not arrive completely", async () => {
    const [tracked, other] = [await aTrackedDevice(), await aTrackedDevice()];
    const begun = await send(tracked, { buckets: windows(event(0, 60, code)) });
    const stale = new Date(Date.now() - HOUR_MS);
    await db().trackerImport.update({ where: { id: begun.json.id }, data: { updatedAt: stale } });
    const receiving = await db().trackerImport.create({
      data: {
        developerId: other.developer.id,
        deviceId: other.deviceId,
        state: "receiving",
        createdAt: stale,
        updatedAt: stale,
      },
    });
    await insertChunk(receiving.id, 0, []);
    await sweepTrackerImports.handler({}, { now: new Date() });
    expect(await db().trackerImport.count({ where: { id: receiving.id } })).toBe(0);
    expect((await send(other, { buckets: windows(event(0, 60, code)) })).status).toBe(202);
    const list = await call(imports.GET, "GET", { bearer: tracked.developer.jwt });
    expect(list.json.map(({ id }: { id: string }) => id)).toEqual([begun.json.id]);
  });
});
