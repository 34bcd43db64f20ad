import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { POST as mintToken } from "@/app/api/v1/developers/me/api-tokens/route";
import { POST as pause } from "@/app/api/v1/tracker/devices/[device_id]/pause/route";
import { DELETE, PATCH } from "@/app/api/v1/tracker/devices/[device_id]/route";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import { POST as heartbeat } from "@/app/api/v1/tracker/devices/heartbeat/route";
import { GET as list } from "@/app/api/v1/tracker/devices/route";
import { POST as batch } from "@/app/api/v1/tracker/events/batch/route";
import { PATCH as correct } from "@/app/api/v1/tracker/samples/route";
import { GET as getHours, PUT as putHours } from "@/app/api/v1/tracker/working-hours/route";
import { PATCH as patchProject } from "@/app/api/v1/workspaces/[workspace_id]/tracker/devices/[device_id]/route";
import { GET as listOfWorkspace } from "@/app/api/v1/workspaces/[workspace_id]/tracker/devices/route";
import { db } from "@/lib/platform/database";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/limits";
import { call } from "@/tests/support/call";
import { aBatch, aDeveloper, aProject, aSample, aTrackedDevice, aWorkspace } from "@/tests/support/factories";

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

afterEach(() => vi.useRealTimers());

/** Lets the clock that the service asks stand so much later. */
function waitMs(ms: number): void {
  const then = Date.now() + ms;
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(then);
}

function own({ developer, deviceId }: Tracked, bearer = developer.jwt) {
  const params = { device_id: deviceId };
  return {
    rename: (body: unknown) => call(PATCH, "PATCH", { bearer, params, body }),
    unenrol: () => call(DELETE, "DELETE", { bearer, params }),
    pause: (body: unknown = {}) => call(pause, "POST", { bearer, params, body }),
    beat: () => call(heartbeat, "POST", { bearer, query: params }),
    upload: (events: unknown[]) => call(batch, "POST", { bearer, body: aBatch(deviceId, events) }),
    setHours: (body: unknown) => call(putHours, "PUT", { bearer, body }),
    list: () => call(list, "GET", { bearer }),
  };
}

describe("one's own device", () => {
  it("may have an id of no version of UUIDs, in lists by pages and in corrections too", async () => {
    const { developer, workspace, project, deviceId } = await aTrackedDevice();
    const bearer = developer.jwt;
    // Unique in its first characters: the database is every test's.
    const ids = ["1111", "aaaa"].map(
      (end) => `${deviceId.slice(0, 8)}-${end}-${end}-${end}-${end.repeat(3)}`,
    );
    for (const device_id of ids) {
      const enrolled = await call(enroll, "POST", { bearer, body: { device_id, project_id: project.id } });
      expect(enrolled.status).toBe(201);
    }
    const newest = [...ids.toReversed(), deviceId];
    for (const [route, params] of [
      [list, {}],
      [listOfWorkspace, { workspace_id: workspace.id }],
    ] as const) {
      const seen: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const query: Record<string, string> = { limit: "1", ...(cursor ? { cursor } : {}) };
        const page = await call(route, "GET", { bearer, params, query });
        expect(page.status).toBe(200);
        seen.push(...page.json.map(({ device_id }: { device_id: string }) => device_id));
        cursor = /cursor=([^&>]+)/.exec(page.headers.get("link") ?? "")?.[1] ?? null;
      }
      expect(seen).toEqual(newest);
    }
    const body = { from: ago(HOUR_MS), to: ago(0), device_id: ids[0], category: "design" };
    expect((await call(correct, "PATCH", { bearer, body })).status).toBe(200);
  });

  it("can be renamed, and loses its name by null", async () => {
    const tracked = await aTrackedDevice();
    const { rename, list: all } = own(tracked);
    expect((await rename({ name: "  Studio Mac " })).json).toMatchObject({
      name: "Studio Mac",
      paused_by: [],
    });
    expect((await all()).json[0].name).toBe("Studio Mac");
    expect((await rename({})).json.name).toBe("Studio Mac");
    expect((await rename({ name: null })).json.name).toBeNull();
    expect((await rename({ name: "" })).status).toBe(422);
    expect((await rename({ name: "x".repeat(256) })).status).toBe(422);
  });

  it("can be unenrolled: it can upload nothing, its place in the plan is free, and its data stays", async () => {
    const tracked = await aTrackedDevice();
    const { developer, deviceId, workspace, project } = tracked;
    const planId = `one-${workspace.id}`;
    await db().plan.create({ data: { id: planId, name: "One", description: "", rank: 0, devicesMax: 1 } });
    await db().workspace.update({ where: { id: workspace.id }, data: { planId, planOrigin: "operator" } });
    const { unenrol, beat, upload, list: all, rename, pause: set } = own(tracked);
    const event = aSample();
    await upload([event]);
    const enrolOther = () =>
      call(enroll, "POST", {
        bearer: developer.jwt,
        body: { device_id: randomUUID(), project_id: project.id },
      });
    expect((await enrolOther()).status).toBe(402);
    expect((await unenrol()).status).toBe(204);
    for (const answer of [
      await beat(),
      await upload([aSample()]),
      await unenrol(),
      await rename({}),
      await set(),
    ]) {
      expect([answer.status, answer.json.detail]).toEqual([404, "Device not enrolled"]);
    }
    expect((await all()).json).toEqual([]);
    expect(await db().trackerSample.count({ where: { deviceId } })).toBe(1);
    const again = () =>
      call(enroll, "POST", {
        bearer: developer.jwt,
        body: { device_id: deviceId, project_id: project.id },
      });
    expect((await again()).status).toBe(201);
    expect((await enrolOther()).status).toBe(402);
    // It still knows what it sent before.
    expect((await upload([event])).json).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  it("accepts a batch as a whole or not at all while it is unenrolled at the same time", async () => {
    const tracked = await aTrackedDevice();
    const { upload, unenrol } = own(tracked);
    const batches = Array.from({ length: 6 }, () => Array.from({ length: 20 }, () => aSample()));
    const [gone, ...answers] = await Promise.all([unenrol(), ...batches.map((events) => upload(events))]);
    expect(gone.status).toBe(204);
    const accepted = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(answers.length - accepted.length);
    expect(await db().trackerSample.count({ where: { deviceId: tracked.deviceId } })).toBe(
      20 * accepted.length,
    );
  });

  it("can't be changed by anyone else: 404", async () => {
    const tracked = await aTrackedDevice();
    const grace = await aDeveloper();
    const { rename, unenrol, pause: set } = own(tracked, grace.jwt);
    for (const answer of [await rename({ name: "Mine" }), await unenrol(), await set()]) {
      expect([answer.status, answer.json.detail]).toEqual([404, "Device not enrolled"]);
    }
    expect((await own(tracked).list()).json[0]).toMatchObject({ name: null, paused_by: [] });
  });
});

describe("one's own pause", () => {
  it("lasts until its end or until one resumes, and no manager can end it", async () => {
    const tracked = await aTrackedDevice();
    const { pause: set, beat } = own(tracked);
    const until = new Date(Date.now() + HOUR_MS).toISOString();
    expect((await set({ until })).json).toMatchObject({ paused_by: ["owner"], paused_until: until });
    const params = { workspace_id: tracked.workspace.id, device_id: tracked.deviceId };
    const managed = await call(patchProject, "PATCH", {
      bearer: tracked.developer.jwt,
      params,
      body: { paused: false },
    });
    expect(managed.json.paused_by).toEqual(["owner"]);
    waitMs(HOUR_MS);
    expect((await beat()).json.paused).toBe(false);
    expect((await set()).json).toMatchObject({ paused_by: ["owner"], paused_until: null });
    expect((await set({ paused: false })).json.paused_by).toEqual([]);
  });

  it("does not end one set by a manager", async () => {
    const tracked = await aTrackedDevice();
    const params = { workspace_id: tracked.workspace.id, device_id: tracked.deviceId };
    await call(patchProject, "PATCH", { bearer: tracked.developer.jwt, params, body: { paused: true } });
    expect((await own(tracked).pause({ paused: false })).json.paused_by).toEqual(["device"]);
  });

  it.each([
    { until: "2020-01-01T00:00:00Z" },
    { until: "8000-01-01T00:00:00Z" },
    { paused: false, until: "2099-01-01T00:00:00Z" },
    { until: 5 },
  ])("is refused as %j, and nothing is paused", async (body) => {
    const tracked = await aTrackedDevice();
    const answer = await own(tracked).pause(body);
    expect([answer.status, answer.json.issues[0].path]).toEqual([422, "until"]);
    expect((await own(tracked).beat()).json.paused).toBe(false);
  });
});

describe("a sample from a time in which nothing was to be captured", () => {
  it("is rejected by the time it was taken, and a duplicate stays a duplicate", async () => {
    const tracked = await aTrackedDevice();
    const { deviceId } = tracked;
    const { upload } = own(tracked);
    const stored = aSample({ ts: ago(30 * MINUTE_MS), client_seq: 1 });
    expect((await upload([stored])).json.accepted).toBe(1);
    await db().trackerStop.create({
      data: { deviceId, isOwn: true, since: new Date(ago(HOUR_MS)), until: new Date(ago(10 * MINUTE_MS)) },
    });
    const [before, within, after] = [65, 30, 5].map((minutes) => aSample({ ts: ago(minutes * MINUTE_MS) }));
    const twice = aSample({ ts: ago(5 * MINUTE_MS) });
    const events = [before, stored, within, after, twice, { ...twice, ts: ago(20 * MINUTE_MS) }, within];
    const answer = await upload(events);
    expect(answer.json).toMatchObject({ accepted: 3, duplicates: 2 });
    expect(answer.json.rejected).toEqual([
      { event_id: within?.event_id, index: 2, reason: "not_captured" },
      { event_id: within?.event_id, index: 6, reason: "not_captured" },
    ]);
    const kept = await db().trackerSample.findMany({ where: { deviceId }, select: { eventId: true } });
    expect(kept.map(({ eventId }) => eventId).sort()).toEqual(
      [stored, before, after, twice].map((event) => event?.event_id).sort(),
    );
  });

  it("is rejected because of the pause of the project that its device was bound to then", async () => {
    const tracked = await aTrackedDevice();
    const { developer, deviceId, project } = tracked;
    const elsewhere = await aProject(developer, (await aWorkspace(developer)).id);
    await db().trackerStop.create({ data: { projectId: project.id, since: new Date(ago(HOUR_MS)) } });
    await call(enroll, "POST", {
      bearer: developer.jwt,
      body: { device_id: deviceId, project_id: elsewhere.id },
    });
    const answer = await own(tracked).upload([aSample({ ts: ago(MINUTE_MS) }), aSample()]);
    expect(answer.json).toMatchObject({ accepted: 1, rejected: [{ index: 0, reason: "not_captured" }] });
  });

  it("is rejected if its app was excluded then, whatever is excluded now", async () => {
    const tracked = await aTrackedDevice();
    const params = { workspace_id: tracked.workspace.id, device_id: tracked.deviceId };
    const exclude = (ids: string[]) =>
      call(patchProject, "PATCH", {
        bearer: tracked.developer.jwt,
        params,
        body: { config: { excluded_bundle_ids: ids } },
      });
    const of = (bundle_id: string, ts: string) => aSample({ ts, active_app: { name: "x", bundle_id } });
    const start = ago(MINUTE_MS);
    await exclude(["com.bank.App"]);
    waitMs(HOUR_MS);
    const meanwhile = ago(30 * MINUTE_MS);
    await exclude(["com.other"]);
    waitMs(HOUR_MS);
    const { upload, beat } = own(tracked);
    const events = [
      of("com.bank.App", start),
      of("com.bank.app", meanwhile),
      of("com.editor", meanwhile),
      of("com.bank.App", ago(0)),
      of("com.other", ago(0)),
    ];
    const answer = await upload(events);
    expect(answer.json.rejected.map(({ index }: { index: number }) => index)).toEqual([1, 4]);
    expect((await beat()).json.excluded_bundle_ids).toEqual(["com.other"]);
  });
});

describe("/tracker/working-hours", () => {
  const NOON = Date.parse("2026-12-09T12:00:00Z");
  const setTime = (text: string) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(Date.parse(text));
  };

  it("are read as they were set, in the profile's time zone unless another is given", async () => {
    const tracked = await aTrackedDevice();
    const bearer = tracked.developer.jwt;
    const get = async () => (await call(getHours, "GET", { bearer })).json;
    expect(await get()).toEqual({ time_zone: null, hours: null });
    await db().developer.update({
      where: { id: tracked.developer.id },
      data: { timeZone: "Asia/Kathmandu" },
    });
    const hours = [{ day: "mon", from: "09:00", to: "17:30" }];
    const { setHours } = own(tracked);
    expect((await setHours({ hours })).json).toEqual({ time_zone: "Asia/Kathmandu", hours });
    expect((await setHours({ hours, time_zone: "Pacific/Kiritimati" })).json.time_zone).toBe(
      "Pacific/Kiritimati",
    );
    expect(await get()).toEqual({ time_zone: "Pacific/Kiritimati", hours });
    expect((await setHours({ hours: null })).json).toEqual({ time_zone: null, hours: null });
    expect(await get()).toEqual({ time_zone: null, hours: null });
  });

  it.each([
    ["an empty list", { hours: [] }, "hours"],
    [
      "more than four stretches a day",
      { hours: Array.from({ length: 29 }, () => ({ day: "mon", from: "09:00", to: "17:00" })) },
      "hours",
    ],
    ["a stretch of no length", { hours: [{ day: "mon", from: "09:00", to: "09:00" }] }, "hours.0.to"],
    ["a time that no clock shows", { hours: [{ day: "mon", from: "25:00", to: "06:00" }] }, "hours.0.from"],
    ["an unknown time zone", { hours: null, time_zone: "Europe/Nowhere" }, "time_zone"],
    ["nothing", {}, "hours"],
  ])("are refused as %s", async (_name, body, path) => {
    const answer = await own(await aTrackedDevice()).setHours(body);
    expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, path]);
  });

  it("pause all one's devices outside of them, whatever managers set, and reject samples taken then", async () => {
    setTime("2026-12-08T12:00:00Z");
    const tracked = await aTrackedDevice();
    const { beat, setHours, upload } = own(tracked);
    const hours = [{ day: "wed", from: "09:00", to: "17:00" }];
    await setHours({ hours, time_zone: "Etc/GMT+12" });
    expect((await beat()).json.paused).toBe(true);
    // Noon in UTC is midnight there, twelve hours behind.
    vi.setSystemTime(NOON);
    expect((await beat()).json.paused).toBe(true);
    vi.setSystemTime(NOON + 9 * HOUR_MS);
    expect((await beat()).json).toMatchObject({ paused: false, config_etag: "cfg_0" });
    const at = (ms: number) => aSample({ ts: new Date(NOON + ms).toISOString() });
    const events = [at(-30 * HOUR_MS), at(0), at(9 * HOUR_MS - 1), at(9 * HOUR_MS)];
    const answer = await upload(events);
    expect(answer.json).toMatchObject({ accepted: 2, duplicates: 0 });
    expect(answer.json.rejected.map(({ index }: { index: number }) => index)).toEqual([1, 2]);
  });

  it("are applied to samples of their own time, across changes of hours and of clocks", async () => {
    setTime("2026-04-03T00:00:00Z");
    const tracked = await aTrackedDevice();
    const { setHours, upload } = own(tracked);
    // Until Sunday, 5 April, Lord Howe is eleven hours ahead, and then ten and a half.
    await setHours({
      hours: (["sat", "sun", "mon"] as const).map((day) => ({ day, from: "09:00", to: "10:00" })),
      time_zone: "Australia/Lord_Howe",
    });
    setTime("2026-04-06T00:00:00Z");
    await setHours({ hours: null });
    setTime("2026-04-07T00:00:00Z");
    const times = [
      "2026-04-02T12:00:00Z",
      "2026-04-03T21:59:00Z",
      "2026-04-03T22:00:00Z",
      "2026-04-04T22:29:00Z",
      "2026-04-04T22:30:00Z",
      "2026-04-05T22:45:00Z",
      "2026-04-06T12:00:00Z",
    ];
    const answer = await upload(times.map((ts) => aSample({ ts })));
    expect(answer.json.rejected.map(({ index }: { index: number }) => index)).toEqual([1, 3]);
  });

  it("are private to the person: no other sees them, and a token for one workspace does not set them", async () => {
    const tracked = await aTrackedDevice();
    const { developer, workspace } = tracked;
    const minted = await call(mintToken, "POST", {
      bearer: developer.jwt,
      body: { name: "desk", workspace_id: workspace.id, permissions: ["own_tracker"] },
    });
    const answer = await call(putHours, "PUT", { bearer: minted.json.token, body: { hours: null } });
    expect(answer.status).toBe(403);
  });
});

describe("an API token that is limited to one workspace", () => {
  it("uploads no samples from the time when its device was in another workspace's project", async () => {
    const tracked = await aTrackedDevice();
    const { developer, deviceId, project: first } = tracked;
    const elsewhere = await aWorkspace(developer);
    const next = await aProject(developer, elsewhere.id);
    const between = ago(MINUTE_MS);
    await call(enroll, "POST", { bearer: developer.jwt, body: { device_id: deviceId, project_id: next.id } });
    const minted = await call(mintToken, "POST", {
      bearer: developer.jwt,
      body: { name: "desk", workspace_id: elsewhere.id },
    });
    const old = aSample({ ts: between });
    const limited = own(tracked, minted.json.token);
    const events = [old, aSample()];
    const answer = await limited.upload(events);
    expect(answer.json).toMatchObject({
      accepted: 1,
      rejected: [{ event_id: old.event_id, index: 0, reason: "forbidden_workspace" }],
    });
    expect(await db().trackerSample.count({ where: { deviceId, projectId: first.id } })).toBe(0);
    expect((await own(tracked).upload(events)).json).toMatchObject({ accepted: 1, duplicates: 1 });
    expect((await limited.upload(events)).json).toMatchObject({ duplicates: 2, rejected: [] });
  });

  it("reports for no device of another workspace", async () => {
    const tracked = await aTrackedDevice();
    const { developer, deviceId } = tracked;
    const elsewhere = await aWorkspace(developer);
    const query = { device_id: deviceId };
    const { json } = await call(mintToken, "POST", {
      bearer: developer.jwt,
      body: { name: "desk", workspace_id: elsewhere.id },
    });
    const answer = await call(heartbeat, "POST", { bearer: json.token, query });
    expect([answer.status, answer.json.detail]).toEqual([404, "Device not enrolled"]);
    const device = await db().trackerDevice.findUniqueOrThrow({ where: { id: deviceId } });
    expect(device.lastSeenAt).toBeNull();
    expect((await call(heartbeat, "POST", { bearer: developer.jwt, query })).status).toBe(200);
  });
});
