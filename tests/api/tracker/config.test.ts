import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DELETE as unenrol } from "@/app/api/v1/tracker/devices/[device_id]/route";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import { POST as heartbeat } from "@/app/api/v1/tracker/devices/heartbeat/route";
import { POST as batch } from "@/app/api/v1/tracker/events/batch/route";
import * as projectTracker from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tracker/route";
import * as device from "@/app/api/v1/workspaces/[workspace_id]/tracker/devices/[device_id]/route";
import { GET as listDevices } from "@/app/api/v1/workspaces/[workspace_id]/tracker/devices/route";
import { POST as pause } from "@/app/api/v1/workspaces/[workspace_id]/tracker/pause/route";
import { db } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
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

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

afterEach(() => vi.useRealTimers());

/** Lets the clock that the service asks stand so much later. */
function waitMs(ms: number): void {
  const then = Date.now() + ms;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(then);
}

function desk({ developer, workspace, project, deviceId }: Tracked) {
  const bearer = developer.jwt;
  const ofProject = { workspace_id: workspace.id, project_id: project.id };
  const ofDevice = { workspace_id: workspace.id, device_id: deviceId };
  return {
    get: () => call(projectTracker.GET, "GET", { bearer, params: ofProject }),
    put: (body: unknown) => call(projectTracker.PUT, "PUT", { bearer, params: ofProject, body }),
    patch: (body: unknown) => call(device.PATCH, "PATCH", { bearer, params: ofDevice, body }),
    pause: (body: unknown) => call(pause, "POST", { bearer, params: { workspace_id: workspace.id }, body }),
    list: (query = {}) => call(listDevices, "GET", { bearer, params: { workspace_id: workspace.id }, query }),
    beat: () => call(heartbeat, "POST", { bearer, query: { device_id: deviceId } }),
    upload: (events: unknown[]) => call(batch, "POST", { bearer, body: aBatch(deviceId, events) }),
  };
}

const audited = (workspaceId: string) =>
  db().auditEvent.findMany({
    where: { workspaceId, action: { startsWith: "tracker" } },
    orderBy: { createdAt: "asc" },
  });

describe("GET and PUT /workspaces/{w}/projects/{p}/tracker", () => {
  it("set what the project's devices fetch with their next heartbeat, and record who did", async () => {
    const tracked = await aTrackedDevice();
    const { get, put, beat } = desk(tracked);
    expect((await get()).json).toMatchObject({
      enabled: true,
      is_tracking: true,
      config: { config_etag: "cfg_0", sample_interval_s: 60 },
      paused_by: [],
    });
    const set = await put({ config: { sample_interval_s: 15, excluded_bundle_ids: ["a", "b", "a"] } });
    expect(set.json.config).toMatchObject({ sample_interval_s: 15, excluded_bundle_ids: ["a", "b"] });
    const beaten = await beat();
    expect(beaten.json).toEqual(set.json.config);
    expect((await get()).json).toEqual(set.json);
    // What was read may be sent back: nothing changes by it, and nothing is recorded.
    expect((await put({ enabled: set.json.enabled, config: set.json.config })).json).toEqual(set.json);
    const back = await put({ config: {} });
    expect(back.json.config.config_etag).toBe("cfg_0");
    expect((await audited(tracked.workspace.id)).map(({ action, actorId }) => [action, actorId])).toEqual([
      ["tracker.configured", tracked.developer.id],
      ["tracker.configured", tracked.developer.id],
    ]);
  });

  it("switch tracking off for a project, on, and back to the workspace's setting", async () => {
    const tracked = await aTrackedDevice();
    const { put, beat } = desk(tracked);
    const off = await put({ enabled: false });
    expect(off.json).toMatchObject({ enabled: false, is_tracking: false, paused_by: ["tracker_off"] });
    expect((await beat()).json.paused).toBe(true);
    expect((await put({ enabled: null })).json).toMatchObject({ enabled: null, is_tracking: false });
    expect((await put({ enabled: true })).json).toMatchObject({ enabled: true, is_tracking: true });
    expect((await beat()).json).toMatchObject({ paused: false, config_etag: "cfg_0" });
  });

  it.each([
    [{ sample_interval_s: 0 }, "config.sample_interval_s"],
    [{ sample_interval_s: 601 }, "config.sample_interval_s"],
    [{ sample_interval_s: 1.5 }, "config.sample_interval_s"],
    [{ screenshot_every_n_samples: 0 }, "config.screenshot_every_n_samples"],
    [{ screenshot_every_n_samples: 101 }, "config.screenshot_every_n_samples"],
    [{ idle_threshold_s: 29 }, "config.idle_threshold_s"],
    [{ idle_threshold_s: 3_601 }, "config.idle_threshold_s"],
    [{ screenshot_policy: "webcam" }, "config.screenshot_policy"],
    [{ excluded_bundle_ids: [""] }, "config.excluded_bundle_ids.0"],
    [{ paused: "yes" }, "config.paused"],
  ])("refuse %j, naming the field, and change nothing", async (config, path) => {
    const tracked = await aTrackedDevice();
    const { get, put } = desk(tracked);
    const answer = await put({ enabled: false, config });
    expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, path]);
    expect((await get()).json).toMatchObject({ enabled: true, config: { config_etag: "cfg_0" } });
  });

  it("refuse more than 500 excluded apps", async () => {
    const { put } = desk(await aTrackedDevice());
    const apps = Array.from({ length: 501 }, (_, index) => `app.${index}`);
    expect((await put({ config: { excluded_bundle_ids: apps } })).json.issues?.[0].path).toBe(
      "config.excluded_bundle_ids",
    );
    expect((await put({ config: { excluded_bundle_ids: apps.slice(1) } })).status).toBe(200);
  });

  it.each([
    [{ sample_interval_s: 1, screenshot_every_n_samples: 1, idle_threshold_s: 30 }],
    [{ sample_interval_s: 600, screenshot_every_n_samples: 100, idle_threshold_s: 3_600 }],
  ])("accept the bounds of each range: %j", async (config) => {
    const { put } = desk(await aTrackedDevice());
    expect((await put({ config })).json.config).toMatchObject(config);
  });

  it("are for those who manage the tracker, and find no project of another workspace", async () => {
    const [tracked, other] = [await aTrackedDevice(), await aTrackedDevice()];
    const member = await aMember(tracked.workspace.id, "developer");
    const params = { workspace_id: tracked.workspace.id, project_id: tracked.project.id };
    expect((await call(projectTracker.GET, "GET", { bearer: member.jwt, params })).status).toBe(403);
    const foreign = { ...params, project_id: other.project.id };
    const answer = await call(projectTracker.GET, "GET", { bearer: tracked.developer.jwt, params: foreign });
    expect([answer.status, answer.json.detail]).toEqual([404, "Project not found"]);
  });
});

describe("turning screenshots on", () => {
  const notices = (developerId: string) =>
    db().notification.findMany({ where: { developerId, title: { contains: "screenshots" } } });

  it("takes effect 24 hours after each person with a device there was notified, once", async () => {
    const tracked = await aTrackedDevice();
    const { developer, workspace, project } = tracked;
    const grace = await aMember(workspace.id, "developer");
    await db().projectMember.create({ data: { projectId: project.id, developerId: grace.id } });
    for (const device_id of [randomUUID(), randomUUID()]) {
      await call(enroll, "POST", { bearer: grace.jwt, body: { device_id, project_id: project.id } });
    }
    const { put, get, beat } = desk(tracked);
    const set = await put({ config: { screenshot_policy: "full_screen" } });
    expect(set.json.config.screenshot_policy).toBe("full_screen");
    expect(Date.parse(set.json.screenshots_from) - Date.now()).toBeGreaterThan(23 * HOUR_MS);
    for (const person of [developer, grace]) {
      const [notice, ...more] = await notices(person.id);
      expect(notice).toMatchObject({ workspaceId: workspace.id, link: "/account#devices" });
      expect(notice?.body).toContain("the whole screen");
      expect(more).toEqual([]);
    }
    expect((await beat()).json).toMatchObject({ screenshot_policy: "off", config_etag: "cfg_0" });
    waitMs(25 * HOUR_MS);
    expect((await beat()).json.screenshot_policy).toBe("full_screen");
    expect((await get()).json.screenshots_from).toBeNull();
    await put({ config: { screenshot_policy: "off" } });
    expect((await beat()).json.screenshot_policy).toBe("off");
    expect(await notices(developer.id)).toHaveLength(1);
  });

  it("notifies people who enrol a device later, and takes no screenshots there for a day either", async () => {
    const tracked = await aTrackedDevice();
    const { put, beat } = desk(tracked);
    await put({ config: { screenshot_policy: "active_window" } });
    waitMs(25 * HOUR_MS);
    expect((await beat()).json.screenshot_policy).toBe("active_window");
    const grace = await aMember(tracked.workspace.id, "developer");
    await db().projectMember.create({ data: { projectId: tracked.project.id, developerId: grace.id } });
    const body = { device_id: randomUUID(), project_id: tracked.project.id };
    const enrolled = await call(enroll, "POST", { bearer: grace.jwt, body });
    expect(enrolled.json.config.screenshot_policy).toBe("off");
    expect(await notices(grace.id)).toHaveLength(1);
  });

  it("notifies the owner again if the device moves to another project with screenshots", async () => {
    const tracked = await aTrackedDevice();
    const { developer, workspace, deviceId } = tracked;
    const { put, patch } = desk(tracked);
    await put({ config: { screenshot_policy: "active_window" } });
    waitMs(25 * HOUR_MS);
    const next = await aProject(developer, workspace.id);
    const onNext = desk({ ...tracked, project: next });
    await onNext.put({ config: { screenshot_policy: "active_window" } });
    const body = { device_id: deviceId, project_id: next.id };
    const moved = await call(enroll, "POST", { bearer: developer.jwt, body });
    expect(moved.json.config.screenshot_policy).toBe("off");
    expect(await notices(developer.id)).toHaveLength(2);
    // For one device alone likewise.
    const answer = await patch({ config: { screenshot_policy: "full_screen" } });
    expect(answer.json).toMatchObject({
      config: { screenshot_policy: "off" },
      overrides: { screenshot_policy: "full_screen" },
      screenshots_from: expect.any(String),
    });
    expect(await notices(developer.id)).toHaveLength(3);
  });

  it("notifies the owner again if they were off and on again while the device was unenrolled", async () => {
    const tracked = await aTrackedDevice();
    const { developer, project, deviceId } = tracked;
    const { put, beat } = desk(tracked);
    await put({ config: { screenshot_policy: "full_screen" } });
    waitMs(25 * HOUR_MS);
    expect((await beat()).json.screenshot_policy).toBe("full_screen");
    const own = { bearer: developer.jwt, params: { device_id: deviceId } };
    expect((await call(unenrol, "DELETE", own)).status).toBe(204);
    await put({ config: { screenshot_policy: "off" } });
    await put({ config: { screenshot_policy: "full_screen" } });
    expect(await notices(developer.id)).toHaveLength(1);
    const body = { device_id: deviceId, project_id: project.id };
    const back = await call(enroll, "POST", { bearer: developer.jwt, body });
    expect(back.json.config.screenshot_policy).toBe("off");
    expect(await notices(developer.id)).toHaveLength(2);
  });

  it("waits for suspended people until they are back and were notified", async () => {
    const tracked = await aTrackedDevice();
    const { workspace, project } = tracked;
    const grace = await aMember(workspace.id, "developer");
    await db().projectMember.create({ data: { projectId: project.id, developerId: grace.id } });
    const hers = { device_id: randomUUID(), project_id: project.id };
    await call(enroll, "POST", { bearer: grace.jwt, body: hers });
    const where = { workspaceId_developerId: { workspaceId: workspace.id, developerId: grace.id } };
    await db().workspaceMember.update({ where, data: { status: "suspended" } });
    await desk(tracked).put({ config: { screenshot_policy: "full_screen" } });
    expect(await notices(grace.id)).toEqual([]);
    waitMs(25 * HOUR_MS);
    await db().workspaceMember.update({ where, data: { status: "active" } });
    const beat = () => call(heartbeat, "POST", { bearer: grace.jwt, query: { device_id: hers.device_id } });
    expect((await beat()).json.screenshot_policy).toBe("off");
    expect((await beat()).json.screenshot_policy).toBe("off");
    expect(await notices(grace.id)).toHaveLength(1);
    waitMs(25 * HOUR_MS);
    expect((await beat()).json.screenshot_policy).toBe("full_screen");
  });
});

describe("GET /workspaces/{w}/tracker/devices", () => {
  it("shows each device's owner, whether it fetched its settings, its clock and its rejected samples", async () => {
    const tracked = await aTrackedDevice();
    const { list, put, beat, upload } = desk(tracked);
    const old = aSample({ ts: new Date(Date.now() - 40 * 24 * HOUR_MS).toISOString() });
    await upload([aSample(), old, aSample({ interval_s: 0 }), aSample({ interval_s: 601 })]);
    const [row, ...more] = (await list()).json;
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      device_id: tracked.deviceId,
      developer_id: tracked.developer.id,
      developer_name: "Ada",
      project_id: tracked.project.id,
      platform: "macos",
      clock_skew_s: 0,
      config_state: "applied",
      overrides: {},
      paused_by: [],
      rejections: [
        { reason: "interval_out_of_range", count: 2 },
        { reason: "ts_out_of_range", count: 1 },
      ],
    });
    await put({ config: { sample_interval_s: 10 } });
    expect((await list()).json[0]).toMatchObject({
      config_state: "pending",
      config: { sample_interval_s: 10 },
    });
    await beat();
    expect((await list()).json[0].config_state).toBe("applied");
    await db().trackerRejection.updateMany({ data: { hour: new Date(Date.now() - 26 * HOUR_MS) } });
    expect((await list()).json[0].rejections).toEqual([]);
  });

  it("lists only the workspace's own, by project, by person and page by page", async () => {
    const tracked = await aTrackedDevice();
    await aTrackedDevice();
    const { developer, workspace, project } = tracked;
    const next = await aProject(developer, workspace.id);
    const grace = await aMember(workspace.id, "developer");
    await db().projectMember.create({ data: { projectId: next.id, developerId: grace.id } });
    const hers = randomUUID();
    await call(enroll, "POST", { bearer: grace.jwt, body: { device_id: hers, project_id: next.id } });
    const { list } = desk(tracked);
    const ids = async (query = {}) =>
      (await list(query)).json.map((each: { device_id: string }) => each.device_id);
    expect(await ids()).toEqual([hers, tracked.deviceId]);
    expect(await ids({ project_id: project.id })).toEqual([tracked.deviceId]);
    expect(await ids({ developer_id: grace.id })).toEqual([hers]);
    expect(await ids({ device_id: tracked.deviceId.toUpperCase() })).toEqual([tracked.deviceId]);
    expect(await ids({ device_id: randomUUID() })).toEqual([]);
    await db().trackerDevice.update({ where: { id: hers }, data: { name: "Studio 100%" } });
    await db().developer.update({ where: { id: developer.id }, data: { name: "Edsger" } });
    expect(await ids({ search: "0%" })).toEqual([hers]);
    expect(await ids({ search: "edsg" })).toEqual([tracked.deviceId]);
    expect(await ids({ search: "%" })).toEqual([hers]);
    await db().trackerDevice.update({ where: { id: hers }, data: { name: "José’s Straße" } });
    for (const search of ["jose", "JOSÉ", "joses", "strasse"]) expect(await ids({ search })).toEqual([hers]);
    for (const search of ["'", "´", "maria"]) expect(await ids({ search })).toEqual([]);
    const first = await list({ limit: "1" });
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    expect(await ids({ limit: "1", cursor: decodeURIComponent(cursor) })).toEqual([tracked.deviceId]);
  });

  it("does not distinguish somebody's own pause from their working hours", async () => {
    const tracked = await aTrackedDevice();
    const { deviceId, developer } = tracked;
    const since = new Date(Date.now() - HOUR_MS);
    const until = new Date(Date.now() + HOUR_MS);
    await db().trackerStop.create({ data: { deviceId, isOwn: true, since, until } });
    const paused = (await desk(tracked).list()).json[0];
    await db().trackerStop.deleteMany({ where: { deviceId } });
    const today = new Date().getUTCDay();
    const day = (["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const)[(today + 3) % 7];
    await db().trackerWorkingHours.create({
      data: {
        developerId: developer.id,
        since,
        timeZone: "UTC",
        hours: [{ day, from: "09:00", to: "10:00" }],
      },
    });
    const off = (await desk(tracked).list()).json[0];
    expect(paused).toMatchObject({ paused_by: ["owner"], paused_until: null, config: { paused: true } });
    expect(off).toEqual(paused);
  });
});

describe("PATCH /workspaces/{w}/tracker/devices/{id}", () => {
  it("sets what differs for one device, and removes it by null", async () => {
    const tracked = await aTrackedDevice();
    const { patch, put, beat } = desk(tracked);
    await put({ config: { sample_interval_s: 30, excluded_bundle_ids: ["a"] } });
    const set = await patch({ config: { sample_interval_s: 5, excluded_bundle_ids: ["b", "b"] } });
    expect(set.json).toMatchObject({
      config: { sample_interval_s: 5, excluded_bundle_ids: ["a", "b"] },
      overrides: { sample_interval_s: 5, excluded_bundle_ids: ["b"] },
      config_state: "pending",
    });
    expect((await beat()).json).toEqual(set.json.config);
    const taken = await patch({ config: { sample_interval_s: null, excluded_bundle_ids: null } });
    expect(taken.json).toMatchObject({
      config: { sample_interval_s: 30, excluded_bundle_ids: ["a"] },
      overrides: {},
    });
    expect((await patch({})).status).toBe(200);
    expect((await audited(tracked.workspace.id)).map(({ action }) => action)).toEqual([
      "tracker.configured",
      "tracker_device.configured",
      "tracker_device.configured",
    ]);
  });

  it("pauses and resumes it, by the configuration or by the field beside it", async () => {
    const { patch, beat } = desk(await aTrackedDevice());
    expect((await patch({ paused: true })).json.paused_by).toEqual(["device"]);
    expect((await beat()).json.paused).toBe(true);
    expect((await patch({ config: { paused: false } })).json.paused_by).toEqual([]);
    expect((await beat()).json.config_etag).toBe("cfg_0");
  });

  it("finds no device of another workspace, none that is unenrolled, and none that never existed", async () => {
    const [tracked, other] = [await aTrackedDevice(), await aTrackedDevice()];
    const { workspace, developer } = tracked;
    await db().trackerDevice.update({ where: { id: tracked.deviceId }, data: { unenrolledAt: new Date() } });
    for (const device_id of [other.deviceId, tracked.deviceId, randomUUID(), "nonsense"]) {
      const params = { workspace_id: workspace.id, device_id };
      const answer = await call(device.PATCH, "PATCH", {
        bearer: developer.jwt,
        params,
        body: { paused: true },
      });
      expect([answer.status, answer.json.detail]).toEqual([404, "Device not found"]);
    }
    expect(
      await db().trackerStop.count({ where: { deviceId: { in: [other.deviceId, tracked.deviceId] } } }),
    ).toBe(0);
  });
});

describe("POST /workspaces/{w}/tracker:pause", () => {
  it("pauses everything, a project or devices, each separately", async () => {
    const tracked = await aTrackedDevice();
    const { pause: set, beat, list } = desk(tracked);
    const { project, deviceId } = tracked;
    expect((await set({ all: true, paused: true })).json).toEqual({ devices: 1 });
    expect((await set({ project_id: project.id, paused: true })).json).toEqual({ devices: 1 });
    expect((await set({ device_ids: [deviceId, deviceId], paused: true })).json).toEqual({ devices: 1 });
    expect((await list()).json[0].paused_by.toSorted()).toEqual(["device", "project", "workspace"]);
    await set({ all: true, paused: false });
    await set({ project_id: project.id, paused: false });
    expect((await beat()).json.paused).toBe(true);
    await set({ device_ids: [deviceId], paused: false });
    expect((await beat()).json).toMatchObject({ paused: false, config_etag: "cfg_0" });
    expect(
      (await audited(tracked.workspace.id)).map(({ action, targetType }) => `${action} ${targetType}`),
    ).toEqual([
      "tracker.paused workspace",
      "tracker.paused project",
      "tracker.paused tracker_device",
      "tracker.resumed workspace",
      "tracker.resumed project",
      "tracker.resumed tracker_device",
    ]);
  });

  it("ends at the given time, and rejects only samples of the pause, whenever they arrive", async () => {
    const tracked = await aTrackedDevice();
    const { pause: set, upload, list } = desk(tracked);
    const until = new Date(Date.now() + HOUR_MS).toISOString();
    const before = new Date(Date.now() - 60_000).toISOString();
    await set({ all: true, paused: true, until });
    expect((await list()).json[0].paused_until).toBe(until);
    waitMs(2 * HOUR_MS);
    expect((await list()).json[0]).toMatchObject({ paused_by: [], paused_until: null });
    const events = [before, new Date(Date.now() - 90 * 60_000).toISOString(), new Date().toISOString()].map(
      (ts) => aSample({ ts }),
    );
    expect((await upload(events)).json).toMatchObject({
      accepted: 2,
      rejected: [{ event_id: events[1]?.event_id, index: 1, reason: "not_captured" }],
    });
  });

  it.each([
    [{ all: true, paused: true, until: "2020-01-01T00:00:00Z" }, "until"],
    [{ all: true, paused: true, until: "9000-01-01T00:00:00Z" }, "until"],
    [{ all: true, paused: false, until: "2099-01-01T00:00:00Z" }, "until"],
    [{ all: true, paused: true, until: "tomorrow" }, "until"],
    [{ paused: true }, "all"],
    [{ all: true, project_id: randomUUID(), paused: true }, "all"],
    [{ all: true }, "paused"],
    [{ device_ids: [], paused: true }, "device_ids"],
    [{ device_ids: ["x"], paused: true }, "device_ids.0"],
  ])("refuses %j", async (body, path) => {
    const answer = await desk(await aTrackedDevice()).pause(body);
    expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, path]);
  });

  it("changes nothing when one of the devices, or the project, is another workspace's", async () => {
    const [tracked, other] = [await aTrackedDevice(), await aTrackedDevice()];
    const { pause: set, beat } = desk(tracked);
    const devices = await set({ device_ids: [tracked.deviceId, other.deviceId], paused: true });
    expect([devices.status, devices.json.detail]).toEqual([404, "Device not found"]);
    const project = await set({ project_id: other.project.id, paused: true });
    expect([project.status, project.json.detail]).toEqual([404, "Project not found"]);
    expect((await beat()).json.paused).toBe(false);
    expect((await desk(other).beat()).json.paused).toBe(false);
  });
});

describe("a workspace's settings for a device", () => {
  it("end when its owner moves it to another workspace, and don't apply there", async () => {
    const tracked = await aTrackedDevice();
    const { developer, deviceId } = tracked;
    const first = desk(tracked);
    await first.patch({ config: { sample_interval_s: 5, excluded_bundle_ids: ["a"] }, paused: true });
    const elsewhere = await aWorkspace(developer);
    const project = await aProject(developer, elsewhere.id);
    const body = { device_id: deviceId, project_id: project.id };
    const moved = await call(enroll, "POST", { bearer: developer.jwt, body });
    expect(moved.json.config).toMatchObject({ config_etag: "cfg_0", paused: false });
    expect((await first.list()).json).toEqual([]);
  });

  it("stay while it moves between projects of that workspace", async () => {
    const tracked = await aTrackedDevice();
    const { developer, workspace, deviceId } = tracked;
    await desk(tracked).patch({ config: { sample_interval_s: 5 }, paused: true });
    const next = await aProject(developer, workspace.id);
    const body = { device_id: deviceId, project_id: next.id };
    const moved = await call(enroll, "POST", { bearer: developer.jwt, body });
    expect(moved.json.config).toMatchObject({ sample_interval_s: 5, paused: true });
  });
});

it("only members can reach a workspace's devices", async () => {
  const { workspace } = await aTrackedDevice();
  const stranger = await aDeveloper();
  const answer = await call(listDevices, "GET", {
    bearer: stranger.jwt,
    params: { workspace_id: workspace.id },
  });
  expect(answer.status).toBe(403);
});
