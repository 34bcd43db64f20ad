import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import { POST as batch } from "@/app/api/v1/tracker/events/batch/route";
import { PATCH as patchProject } from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/route";
import { PUT as putTracker } from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tracker/route";
import { PATCH as patchWorkspace } from "@/app/api/v1/workspaces/[workspace_id]/route";
import { GET as listDevices } from "@/app/api/v1/workspaces/[workspace_id]/tracker/devices/route";
import { type Db, db, transaction } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aBatch, aProject, aSample, aTrackedDevice, aWorkspace } from "@/tests/support/factories";

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

/** Lets some time pass by the database's clock, which stamps the switches. @returns a moment in the middle of it */
async function pass(): Promise<string> {
  await wait(20);
  const middle = new Date().toISOString();
  await wait(20);
  return middle;
}

function of({ developer, workspace, project, deviceId }: Tracked) {
  const bearer = developer.jwt;
  const params = { workspace_id: workspace.id, project_id: project.id };
  const change = async (route: Parameters<typeof call>[0], method: string, body: unknown) =>
    expect((await call(route, method, { bearer, params, body })).status).toBe(200);
  return {
    project: (settings: object) => change(patchProject, "PATCH", { settings }),
    archived: (is: boolean) => change(patchProject, "PATCH", { is_active: !is }),
    tracker: (enabled: boolean | null) => change(putTracker, "PUT", { enabled }),
    workspace: (settings: object) => change(patchWorkspace, "PATCH", { settings }),
    bind: (project_id: string) => call(enroll, "POST", { bearer, body: { device_id: deviceId, project_id } }),
    upload: (ts: string[]) =>
      call(batch, "POST", {
        bearer,
        body: aBatch(
          deviceId,
          ts.map((each, index) => aSample({ ts: each, client_seq: index + 1 })),
        ),
      }),
  };
}

const SWITCHES: [string, (its: ReturnType<typeof of>, isOn: boolean) => Promise<void>][] = [
  ["the project's settings", (its, isOn) => its.project({ tracker_enabled: isOn })],
  ["the project's tracker", (its, isOn) => its.tracker(isOn)],
  ["the workspace's settings", (its, isOn) => its.workspace({ tracker_enabled: isOn })],
  ["the project's archive", (its, isOn) => its.archived(!isOn)],
];

describe("samples of a time in which tracking was off", () => {
  it.each(SWITCHES)("are refused once it is on again by %s, those beside them stored", async (_, turn) => {
    const tracked = await aTrackedDevice();
    const its = of(tracked);
    const before = await pass();
    await turn(its, false);
    const meanwhile = await pass();
    await turn(its, true);
    const after = await pass();
    const answer = await its.upload([before, meanwhile, after]);
    expect(answer.json).toMatchObject({ accepted: 2, rejected: [{ index: 1, reason: "not_captured" }] });
  });

  it.each(SWITCHES)("are refused from a device that moved on meanwhile, after %s", async (_, turn) => {
    const tracked = await aTrackedDevice();
    const its = of(tracked);
    const elsewhere = await aProject(tracked.developer, (await aWorkspace(tracked.developer)).id);
    const before = await pass();
    await turn(its, false);
    const meanwhile = await pass();
    expect((await its.bind(elsewhere.id)).status).toBeLessThan(300);
    const after = await pass();
    const answer = await its.upload([before, meanwhile, after]);
    expect(answer.json).toMatchObject({ accepted: 2, rejected: [{ index: 1, reason: "not_captured" }] });
    const stored = await db().trackerSample.findMany({
      where: { deviceId: tracked.deviceId },
      orderBy: { ts: "asc" },
      select: { projectId: true },
    });
    expect(stored.map(({ projectId }) => projectId)).toEqual([tracked.project.id, elsewhere.id]);
  });

  it("are those between the first switch off and the last switch on", async () => {
    const its = of(await aTrackedDevice());
    await its.project({ tracker_enabled: false });
    const first = await pass();
    await its.workspace({ tracker_enabled: false });
    const second = await pass();
    await its.project({ tracker_enabled: true });
    const third = await pass();
    await its.workspace({ tracker_enabled: true });
    const fourth = await pass();
    const answer = await its.upload([first, second, third, fourth]);
    expect(answer.json.rejected.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2]);
  });

  it("are told from a pause: a device of a project that is switched off is paused by that alone", async () => {
    const tracked = await aTrackedDevice();
    await of(tracked).tracker(false);
    const params = { workspace_id: tracked.workspace.id };
    const { json } = await call(listDevices, "GET", { bearer: tracked.developer.jwt, params });
    expect(json).toMatchObject([{ paused_by: ["tracker_off"] }]);
  });

  it("are no others of a project that goes on by itself, or is paused and switched off and on", async () => {
    const tracked = await aTrackedDevice();
    const its = of(tracked);
    await its.project({ tracker_enabled: true });
    await its.workspace({ tracker_enabled: null });
    const own = await pass();
    expect((await its.upload([own])).json).toMatchObject({ accepted: 1, rejected: [] });
    const params = { workspace_id: tracked.workspace.id, project_id: tracked.project.id };
    const config = { paused: true };
    await call(putTracker, "PUT", { bearer: tracked.developer.jwt, params, body: { config } });
    await its.tracker(false);
    await its.tracker(true);
    const paused = await pass();
    expect((await its.upload([paused])).json.rejected).toMatchObject([{ reason: "not_captured" }]);
  });
});

type Switch = { ofWorkspace: boolean | null; ofProject: boolean | null };

/** Makes one switch, and another one before the first is committed. */
async function makeAtOnce(
  first: (tx: Db) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<void> {
  let isSettled = false;
  // In a list, so that the transaction does not wait for what waits for it.
  const [other] = await transaction(async (tx) => {
    await first(tx);
    const [{ pid } = {}] = await tx.$queryRaw<{ pid?: number }[]>`SELECT pg_backend_pid() AS pid`;
    // Not in the transaction, which sees one state of all activity.
    const isWaiting = async () =>
      (
        await db().$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity WHERE ${pid}::int = ANY (pg_blocking_pids(pid))`
      ).length > 0;
    const running = second().finally(() => {
      isSettled = true;
    });
    await vi.waitUntil(async () => isSettled || (await isWaiting()), { timeout: 20_000, interval: 20 });
    return [running];
  });
  await other;
}

describe("two switches at once, of a workspace and of a project that begins to go by it", () => {
  const ON: Switch = { ofWorkspace: true, ofProject: true };
  const OFF: Switch = { ofWorkspace: null, ofProject: false };

  it.each([
    ["off, the workspace's first", ON, null, true],
    ["off, the project's first", ON, null, false],
    ["on, the workspace's first", OFF, true, true],
    ["on, the project's first", OFF, true, false],
  ])("are kept as one time without tracking if they turn it %s", async (_, from, to, isWorkspaceFirst) => {
    const tracked = await aTrackedDevice();
    const its = of(tracked);
    await its.workspace({ tracker_enabled: from.ofWorkspace });
    await its.project({ tracker_enabled: from.ofProject });
    const before = await pass();
    // As the service stores it: a setting that is null is none.
    const ofWorkspace = {
      where: { id: tracked.workspace.id },
      data: { settings: to === null ? {} : { tracker_enabled: to } },
    };
    const ofProject = { where: { id: tracked.project.id }, data: { settings: {} } };
    if (isWorkspaceFirst) {
      await makeAtOnce(
        (tx) => tx.workspace.update(ofWorkspace),
        () => its.project({ tracker_enabled: null }),
      );
    } else {
      await makeAtOnce(
        (tx) => tx.project.update(ofProject),
        () => its.workspace({ tracker_enabled: to }),
      );
    }
    const after = await pass();
    await its.workspace({ tracker_enabled: true });
    const wasOn = from === ON;
    const { json } = await its.upload([before, after]);
    expect(json).toMatchObject({ accepted: 1, rejected: [{ index: wasOn ? 1 : 0, reason: "not_captured" }] });
    const stops = await db().trackerStop.findMany({ where: { projectId: tracked.project.id, isOff: true } });
    expect(stops.map(({ until }) => until !== null)).toEqual([true]);
  });
});
