import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import { POST as heartbeat } from "@/app/api/v1/tracker/devices/heartbeat/route";
import { GET as listDevices } from "@/app/api/v1/tracker/devices/route";
import { GET as listProjects } from "@/app/api/v1/tracker/projects/route";
import { GET as syncStatus } from "@/app/api/v1/tracker/sync/status/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aProject, aTrackedDevice, aWorkspace } from "@/tests/support/factories";

/** Puts the workspace of an enrolled device on the free plan, with so many places for devices left. */
async function fillPlan(
  { developer, workspace, project }: Awaited<ReturnType<typeof aTrackedDevice>>,
  left: number,
): Promise<void> {
  const { devicesMax } = await db().plan.findUniqueOrThrow({ where: { id: "free" } });
  await db().trackerDevice.createMany({
    data: Array.from({ length: (devicesMax ?? 0) - 1 - left }, () => ({
      id: randomUUID(),
      developerId: developer.id,
      projectId: project.id,
      enrolledAt: new Date(),
    })),
  });
  await db().workspace.update({
    where: { id: workspace.id },
    data: { planId: "free", planOrigin: "operator" },
  });
}

describe("GET /tracker/projects", () => {
  it("lists tracked projects that the caller is a member of, and no others", async () => {
    const [ada, grace] = [await aDeveloper(), await aDeveloper()];
    const own = await aWorkspace(ada);
    const tracked = await aProject(ada, own.id);
    await aProject(ada, own.id, {});
    const inherits = await aWorkspace(ada, { tracker_enabled: true });
    const inherited = await aProject(ada, inherits.id, {});
    await aProject(ada, inherits.id, { tracker_enabled: false });
    const off = await aWorkspace(ada, { tracker_enabled: false });
    await aProject(ada, off.id);
    const theirs = await aWorkspace(grace);
    await aMember(theirs.id, "admin", ada);
    await aProject(grace, theirs.id);
    const list = await call(listProjects, "GET", { bearer: ada.jwt });
    expect(list.json.map((project: { id: string }) => project.id).sort()).toEqual(
      [tracked.id, inherited.id].sort(),
    );
    expect(Object.keys(list.json[0]).sort()).toEqual(["id", "name", "slug"]);
  });

  it("needs a bearer token", async () => {
    expect((await call(listProjects, "GET")).status).toBe(401);
  });
});

describe("POST /tracker/devices:enroll", () => {
  it("binds a device to the caller and answers with its configuration", async () => {
    const ada = await aDeveloper();
    const project = await aProject(ada, (await aWorkspace(ada)).id);
    const device_id = randomUUID();
    const answer = await call(enroll, "POST", {
      bearer: ada.jwt,
      body: { device_id, project_id: project.id },
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      device_id,
      project_id: project.id,
      config: { config_etag: "cfg_0" },
    });
    expect(await db().trackerDevice.findUniqueOrThrow({ where: { id: device_id } })).toMatchObject({
      developerId: ada.id,
      platform: "macos",
      name: null,
    });
  });

  it("rebinds one's own device, even if its id is written in upper case, and keeps its sequence", async () => {
    const { developer, workspace, deviceId } = await aTrackedDevice();
    await db().trackerDevice.update({ where: { id: deviceId }, data: { serverSeq: 41, name: "Studio" } });
    const next = await aProject(developer, workspace.id);
    const body = { device_id: deviceId.toUpperCase(), project_id: next.id, platform: "linux" };
    const answer = await call(enroll, "POST", { bearer: developer.jwt, body });
    expect([answer.status, answer.json.project_id]).toEqual([201, next.id]);
    const row = await db().trackerDevice.findUniqueOrThrow({ where: { id: deviceId } });
    expect(row).toMatchObject({ projectId: next.id, platform: "linux", name: "Studio", serverSeq: 41n });
  });

  it("refuses another developer's device, and leaves it where it was", async () => {
    const { deviceId, project } = await aTrackedDevice();
    const grace = await aDeveloper();
    const hers = await aProject(grace, (await aWorkspace(grace)).id);
    const body = { device_id: deviceId, project_id: hers.id };
    const answer = await call(enroll, "POST", { bearer: grace.jwt, body });
    expect([answer.status, answer.json.detail]).toEqual([403, "Device belongs to another developer"]);
    expect((await db().trackerDevice.findUniqueOrThrow({ where: { id: deviceId } })).projectId).toBe(
      project.id,
    );
  });

  it("refuses another developer's device as such, also where the plan has no place left", async () => {
    const { deviceId } = await aTrackedDevice();
    const tracked = await aTrackedDevice();
    await fillPlan(tracked, 0);
    const body = { device_id: deviceId, project_id: tracked.project.id };
    const answer = await call(enroll, "POST", { bearer: tracked.developer.jwt, body });
    expect([answer.status, answer.json.detail]).toEqual([403, "Device belongs to another developer"]);
  });

  it("gives an id that two developers claim at once to one of them", async () => {
    const device_id = randomUUID();
    const developers = await Promise.all([aDeveloper(), aDeveloper()]);
    const projects = await Promise.all(
      developers.map(async (each) => aProject(each, (await aWorkspace(each)).id)),
    );
    const answers = await Promise.all(
      developers.map((each, index) =>
        call(enroll, "POST", { bearer: each.jwt, body: { device_id, project_id: projects[index]?.id } }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 403]);
  });

  it("gives a device that is enrolled several times at once the last place of the plan, and refuses none of them", async () => {
    const tracked = await aTrackedDevice();
    const { developer, project } = tracked;
    await fillPlan(tracked, 1);
    const enrol = (device_id: string) =>
      call(enroll, "POST", { bearer: developer.jwt, body: { device_id, project_id: project.id } });
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => enrol(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect((await enrol(randomUUID())).status).toBe(402);
  });

  it("answers an unknown project, a malformed id and a foreign project alike, and untracked ones with an explanation", async () => {
    const ada = await aDeveloper();
    const { project: foreign } = await aTrackedDevice();
    const untracked = await aProject(ada, (await aWorkspace(ada)).id, {});
    const tries = [
      [randomUUID(), "Permission denied"],
      ["nonsense", "Permission denied"],
      [foreign.id, "Permission denied"],
      [untracked.id, "Tracker is not enabled for this project"],
    ];
    for (const [project_id, detail] of tries) {
      const answer = await call(enroll, "POST", {
        bearer: ada.jwt,
        body: { device_id: randomUUID(), project_id },
      });
      expect([answer.status, answer.json.detail]).toEqual([403, detail]);
    }
  });

  it.each([
    [{}, "device_id"],
    [{ device_id: "laptop" }, "device_id"],
    [{ device_id: 7 }, "device_id"],
    [{ platform: "" }, "platform"],
    [{ platform: 1 }, "platform"],
    [{ name: "x".repeat(256) }, "name"],
  ])("refuses %j with a 422 that names the field", async (given, path) => {
    const ada = await aDeveloper();
    const body = {
      project_id: randomUUID(),
      ...(path === "device_id" ? {} : { device_id: randomUUID() }),
      ...given,
    };
    const answer = await call(enroll, "POST", { bearer: ada.jwt, body });
    expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, path]);
  });

  it("says in plain words what a device's id must be, whether it is in the body or in the query", async () => {
    const { jwt } = await aDeveloper();
    const message = "Not a UUID, as in 7c9e6679-7425-40de-944b-e07fc1f90ae7";
    const body = { device_id: "laptop", project_id: randomUUID() };
    const enrolled = await call(enroll, "POST", { bearer: jwt, body });
    expect(enrolled.json.issues).toEqual([{ path: "device_id", message }]);
    const beat = await call(heartbeat, "POST", { bearer: jwt, query: { device_id: "laptop" } });
    expect([beat.status, beat.json.issues]).toEqual([400, [{ path: "device_id", message }]]);
  });
});

describe("heartbeat and sync status", () => {
  it("record that the device was seen, and return its configuration and high-water mark", async () => {
    const { developer, deviceId } = await aTrackedDevice();
    const query = { device_id: deviceId };
    const fresh = await call(syncStatus, "GET", { bearer: developer.jwt, query });
    expect(fresh.json).toEqual({ device_id: deviceId, server_seq: 0, last_seen_at: null });
    const beat = await call(heartbeat, "POST", { bearer: developer.jwt, query });
    expect(beat.json).toMatchObject({ config_etag: "cfg_0", sample_interval_s: 60 });
    const after = await call(syncStatus, "GET", { bearer: developer.jwt, query });
    expect(after.json.last_seen_at).toMatch(/Z$/);
    const device = await db().trackerDevice.findUniqueOrThrow({ where: { id: deviceId } });
    expect(device.fetchedEtag).toBe("cfg_0");
  });

  it("pause a device once tracking is switched off or its developer leaves the project", async () => {
    const { developer, deviceId, project } = await aTrackedDevice();
    const beat = () => call(heartbeat, "POST", { bearer: developer.jwt, query: { device_id: deviceId } });
    await db().project.update({ where: { id: project.id }, data: { settings: {} } });
    expect((await beat()).json.paused).toBe(true);
    await db().project.update({ where: { id: project.id }, data: { settings: { tracker_enabled: true } } });
    expect((await beat()).json.paused).toBe(false);
    await db().projectMember.deleteMany({ where: { projectId: project.id } });
    const left = (await beat()).json;
    expect(left.paused).toBe(true);
    expect(left.config_etag).not.toBe("cfg_0");
  });

  it("answer 404 for an unknown device and for someone else's, 400 for a query without a device id", async () => {
    const { deviceId } = await aTrackedDevice();
    const grace = await aDeveloper();
    for (const [route, method] of [
      [heartbeat, "POST"],
      [syncStatus, "GET"],
    ] as const) {
      for (const device_id of [deviceId, randomUUID()]) {
        const answer = await call(route, method, { bearer: grace.jwt, query: { device_id } });
        expect([answer.status, answer.json.detail]).toEqual([404, "Device not enrolled"]);
      }
      expect((await call(route, method, { bearer: grace.jwt })).status).toBe(400);
      expect((await call(route, method, { bearer: grace.jwt, query: { device_id: "x" } })).status).toBe(400);
    }
  });
});

describe("GET /tracker/devices", () => {
  it("lists one's own devices, newest enrolment first", async () => {
    const { developer, project, deviceId } = await aTrackedDevice();
    const second = randomUUID();
    const body = { device_id: second, project_id: project.id, name: "Laptop" };
    await call(enroll, "POST", { bearer: developer.jwt, body });
    const list = await call(listDevices, "GET", { bearer: developer.jwt });
    expect(list.json.map((device: { device_id: string }) => device.device_id)).toEqual([second, deviceId]);
    expect(list.json[0]).toMatchObject({ name: "Laptop", project_name: project.name, server_seq: 0 });
    expect((await call(listDevices, "GET", { bearer: (await aDeveloper()).jwt })).json).toEqual([]);
  });

  it("doesn't say what a project is called now to those who left it or were suspended", async () => {
    const { developer, workspace, project } = await aTrackedDevice();
    const gone = await aMember(workspace.id, "developer");
    await db().projectMember.create({ data: { projectId: project.id, developerId: gone.id } });
    const body = { device_id: randomUUID(), project_id: project.id };
    expect((await call(enroll, "POST", { bearer: gone.jwt, body })).status).toBe(201);
    const named = async (bearer: string) =>
      (await call(listDevices, "GET", { bearer })).json.map(
        ({ project_name: name }: { project_name: string }) => name,
      );
    const where = { workspaceId_developerId: { workspaceId: workspace.id, developerId: gone.id } };
    expect(await named(gone.jwt)).toEqual([project.name]);
    await db().workspaceMember.update({ where, data: { status: "suspended" } });
    expect(await named(gone.jwt)).toEqual([null]);
    await db().workspaceMember.delete({ where });
    expect(await named(gone.jwt)).toEqual([null]);
    expect(await named(developer.jwt)).toEqual([project.name]);
  });
});
