import { AWClient } from "aw-client";
import { expect, it } from "vitest";
import * as one from "@/app/api/v1/tracker/imports/[import_id]/route";
import * as imports from "@/app/api/v1/tracker/imports/route";
import { db } from "@/lib/platform/database";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { shardOf } from "@/lib/tracker/enrichment/rules";
import { runTrackerImport } from "@/lib/tracker/imports/jobs";
import { ACTIVITYWATCH_UNSETTLED_S } from "@/lib/tracker-client/limits";
import { activityWatch } from "@/lib/tracker-client/sources/activitywatch";
import { anActivityWatch } from "@/tests/support/activitywatch";
import { call } from "@/tests/support/call";
import { aTrackedDevice } from "@/tests/support/factories";
import { shownSamples } from "@/tests/support/samples";

/* What ActivityWatch's own client writes, by both of its ways to us: as an export, and read by our client. */

const HOUR_S = 3_600;
const HOST = "desk";
const PULSE_S = 6;
const STEP_S = 5;
const EDITOR = { app: "Code", title: "total.ts - atlas - Visual Studio Code" };
const BROWSER = { app: "firefox", title: "Pull request 12 — Mozilla Firefox" };
const FILE = { file: "/home/ada/src/atlas/total.ts", project: "atlas", language: "typescript" };
const PAGE = {
  url: "https://github.com/acme/atlas/pull/12",
  title: "Pull request 12",
  audible: 0,
  incognito: 0,
};

type Span = { from: number; to: number; data: Record<string, string | number> };

/** An hour: editor, browser, away, editor again. Presence ends late, as its watcher only knows afterwards. */
const WINDOWS: Span[] = [
  { from: 0, to: 1_200, data: EDITOR },
  { from: 1_205, to: 1_800, data: BROWSER },
  { from: 1_805, to: 3_600, data: EDITOR },
];
const PRESENCE: Span[] = [
  { from: 0, to: 2_400, data: { status: "not-afk" } },
  { from: 2_400, to: 3_000, data: { status: "afk" } },
  { from: 3_000, to: 3_600, data: { status: "not-afk" } },
];
const FILES: Span[] = [{ from: 0, to: 1_200, data: FILE }];
const PAGES: Span[] = [{ from: 1_205, to: 1_800, data: PAGE }];

/** Writes spans as a watcher does: a heartbeat every few seconds, which the server joins. */
async function watch(address: string, name: string, type: string, spans: Span[], since: number) {
  const client = new AWClient(name, { baseURL: address });
  const bucket = `${name}_${HOST}`;
  await client.ensureBucket(bucket, type, HOST);
  expect(await client.ensureBucket(bucket, type, HOST)).toEqual({ alreadyExist: true });
  for (const { from, to, data } of spans) {
    for (let at = from; at <= to; at += STEP_S) {
      await client.heartbeat(bucket, PULSE_S, {
        timestamp: new Date((since + at) * 1_000),
        duration: 0,
        data,
      });
    }
  }
}

it("an hour that ActivityWatch's own client wrote is the same time as an export and as our client reads it", async () => {
  const since = Math.floor(Date.now() / 1_000 / HOUR_S) * HOUR_S - 30 * HOUR_S;
  const { address, exported } = await anActivityWatch(HOST);
  await watch(address, "aw-watcher-window", "currentwindow", WINDOWS, since);
  await watch(address, "aw-watcher-afk", "afkstatus", PRESENCE, since);
  await watch(address, "aw-watcher-web-firefox", "web.tab.current", PAGES, since);
  await watch(address, "aw-watcher-vscode", "app.editor.activity", FILES, since);

  const source = activityWatch(address);
  if (source.kind !== "reading") throw new Error("not reading");
  const read = await source.read(since, since + HOUR_S + ACTIVITYWATCH_UNSETTLED_S);
  const client: Record<string, number> = {};
  for (const { from, to, seen } of read.stretches) {
    const key = seen.url ?? seen.filePath ?? seen.appName;
    client[key] = (client[key] ?? 0) + to - from;
  }
  // Present until 2,400 and again from 3,000: the second stretch in the editor has no file.
  expect(client).toEqual({ [FILE.file]: 1_200, [PAGE.url]: 595, Code: 595 + 600 });

  const tracked = await aTrackedDevice();
  const begun = await call(imports.POST, "POST", {
    bearer: tracked.developer.jwt,
    query: { device_id: tracked.deviceId },
    body: exported(),
  });
  expect(begun.status).toBe(202);
  while (await runTrackerImport.handler({ import_id: begun.json.id }, { now: new Date() }));
  const { json: done } = await call(one.GET, "GET", {
    bearer: tracked.developer.jwt,
    params: { import_id: begun.json.id },
  });
  expect(done).toMatchObject({ state: "done", rejected: {}, error: null });
  // The editor's window and its file are samples of their own; no second of them counts twice.
  const job = { workspace_id: tracked.workspace.id, shard: shardOf(tracked.developer.id) };
  while (await enrichBuckets.handler(job, { now: new Date() }));
  const sums: Record<string, number> = {};
  for (const row of await db().trackerBucket.findMany({ where: { developerId: tracked.developer.id } })) {
    sums[row.category] = (sums[row.category] ?? 0) + row.seconds;
  }
  expect(sums).toEqual({ "dev.code": 1_200 + 595 + 600, "dev.review": 595 });
  const samples = await shownSamples({ deviceId: tracked.deviceId });
  expect(samples.some(({ filePath }) => filePath === "~/src/atlas/total.ts")).toBe(true);
  expect(samples.some(({ url }) => url === PAGE.url)).toBe(true);
});
