import { expect, it } from "vitest";
import { POST as mint } from "@/app/api/v1/developers/me/api-tokens/route";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import { GET as show } from "@/app/api/v1/tracker/imports/[import_id]/route";
import { POST as undo } from "@/app/api/v1/tracker/imports/[import_id]/undo/route";
import * as imports from "@/app/api/v1/tracker/imports/route";
import { db } from "@/lib/platform/database";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/limits";
import { runTrackerImport } from "@/lib/tracker/imports/jobs";
import { call } from "@/tests/support/call";
import { aProject, aTrackedDevice, aWorkspace } from "@/tests/support/factories";

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const worked = (ms: number) => ({
  timestamp: ago(ms),
  duration: 60,
  data: { app: "Code", title: "main.ts" },
});

async function imported(bearer: string, deviceId: string, events: unknown[]) {
  const body = { buckets: { "aw-watcher-window_laptop": { type: "currentwindow", events } } };
  const begun = await call(imports.POST, "POST", { bearer, query: { device_id: deviceId }, body });
  expect(begun.status).toBe(202);
  while (await runTrackerImport.handler({ import_id: begun.json.id }, { now: new Date() }));
  return begun.json.id as string;
}

/** A device that moved to another workspace two hours ago, and a token that is for that one alone. */
async function aMovedDevice() {
  const tracked = await aTrackedDevice();
  const { developer, deviceId } = tracked;
  const here = await aWorkspace(developer);
  const project = await aProject(developer, here.id);
  const body = { device_id: deviceId, project_id: project.id };
  expect((await call(enroll, "POST", { bearer: developer.jwt, body })).status).toBe(201);
  await db().trackerPastBinding.updateMany({
    where: { deviceId },
    data: { until: new Date(Date.now() - 2 * HOUR_MS) },
  });
  const { json } = await call(mint, "POST", {
    bearer: developer.jwt,
    body: { name: "Here", workspace_id: here.id, permissions: ["own_tracker"] },
  });
  return { ...tracked, project, token: json.token as string };
}

it("a token of one workspace imports nothing into another one that its device was in", async () => {
  const { deviceId, project, token } = await aMovedDevice();
  const id = await imported(token, deviceId, [worked(5 * HOUR_MS), worked(30 * MINUTE_MS)]);
  const { json } = await call(show, "GET", { bearer: token, params: { import_id: id } });
  expect(json).toMatchObject({ state: "done", samples: 1, rejected: { forbidden_workspace: 1 } });
  const samples = await db().trackerSample.findMany({ where: { deviceId } });
  expect(samples.map(({ projectId }) => projectId)).toEqual([project.id]);
});

it("it neither sees nor undoes what was imported by others than such tokens", async () => {
  const { developer, deviceId, token } = await aMovedDevice();
  const theirs = await imported(developer.jwt, deviceId, [worked(5 * HOUR_MS)]);
  const own = await imported(token, deviceId, [worked(30 * MINUTE_MS)]);
  const list = async (bearer: string) =>
    (await call(imports.GET, "GET", { bearer })).json.map((each: { id: string }) => each.id);
  expect(await list(token)).toEqual([own]);
  expect(await list(developer.jwt)).toEqual([own, theirs]);
  const at = { bearer: token, params: { import_id: theirs } };
  expect((await call(show, "GET", at)).status).toBe(404);
  expect((await call(undo, "POST", at)).status).toBe(404);
  expect((await call(undo, "POST", { ...at, params: { import_id: own } })).status).toBe(200);
});
