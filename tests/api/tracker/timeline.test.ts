import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { POST as apiTokens } from "@/app/api/v1/developers/me/api-tokens/route";
import * as me from "@/app/api/v1/developers/me/route";
import { GET as activity } from "@/app/api/v1/tracker/activity/route";
import { GET as days } from "@/app/api/v1/tracker/days/route";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import { POST as upload } from "@/app/api/v1/tracker/events/batch/route";
import { GET } from "@/app/api/v1/tracker/timeline/route";
import { LIMITS } from "@/lib/limits/table";
import { db } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import { dayIn, rangeOfDay, shiftDay } from "@/lib/tracker/days/rules";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { shardOf } from "@/lib/tracker/enrichment/rules";
import { call } from "@/tests/support/call";
import { aBatch, aDeveloper, aProject, aSample, aTrackedDevice } from "@/tests/support/factories";

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;
type Spans = { from: string; to: string; seconds: number; samples: number; app_name: string }[];

const BEGIN = Math.floor(Date.now() / HOUR_MS - 6) * HOUR_MS;
const at = (minute: number, second = 0) => new Date(BEGIN + (minute * 60 + second) * 1_000).toISOString();
const RANGE = { from: at(0), to: at(240) };

const app = (name: string, bundle_id: string, window_title: string) => ({ name, bundle_id, window_title });
const SLACK = app("Slack", "com.tinyspeck.slackmacgap", "general");
const ZOOM = app("zoom.us", "us.zoom.xos", "Weekly");
const LOCKED = app("loginwindow", "com.apple.loginwindow", "");

/** Samples of the minutes that end at each. */
const minutes = (from: number, to: number, given: object = {}) =>
  Array.from({ length: to - from }, (_, index) => aSample({ ts: at(from + index + 1), ...given }));

async function send(tracked: Tracked, events: unknown[], deviceId = tracked.deviceId) {
  for (let first = 0; first < events.length; first += 500) {
    const body = aBatch(deviceId, events.slice(first, first + 500));
    const answer = await call(upload, "POST", { bearer: tracked.developer.jwt, body });
    expect(answer.json.rejected).toEqual([]);
  }
}

async function anotherDevice({ developer, project }: Tracked, name: string) {
  const deviceId = randomUUID();
  const body = { device_id: deviceId, project_id: project.id, name };
  await call(enroll, "POST", { bearer: developer.jwt, body });
  return deviceId;
}

async function enrich({ developer, workspace }: Tracked) {
  const job = { workspace_id: workspace.id, shard: shardOf(developer.id) };
  for (let turn = 0; turn < 20; turn++) {
    await enrichBuckets.handler(job, { now: new Date() });
    if ((await db().trackerDirtyBucket.count({ where: { developerId: developer.id } })) === 0) return;
  }
}

const timelineOf = (bearer: string, query: Record<string, string> = RANGE) =>
  call(GET, "GET", { bearer, query });

describe("GET /tracker/timeline", () => {
  it("shows each device's spans, calls and breaks, to the second, in the reader's zone", async () => {
    const tracked = await aTrackedDevice();
    const { jwt: bearer } = tracked.developer;
    await call(me.PATCH, "PATCH", { bearer, body: { time_zone: "Asia/Kolkata" } });
    const phone = await anotherDevice(tracked, "A phone");
    await send(tracked, [
      ...minutes(0, 10),
      ...minutes(10, 12, { active_app: SLACK }),
      ...minutes(12, 30, { active_app: ZOOM, meeting: { in_call: true, call_app: "Zoom" } }),
      ...minutes(40, 50),
    ]);
    await send(tracked, minutes(5, 15, { active_app: SLACK, input_cadence: { key_events: 0 } }), phone);
    const { status, json } = await timelineOf(bearer);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...RANGE,
      time_zone: "Asia/Kolkata",
      resolution_s: 1,
      uncounted_samples: 0,
    });
    expect(json.lanes.map((lane: { device_id: string }) => lane.device_id)).toEqual([
      phone,
      tracked.deviceId,
    ]);
    expect(json.lanes[0].device_name).toBe("A phone");
    const [, lane] = json.lanes;
    expect(lane.spans).toMatchObject([
      { from: at(0), to: at(10), category: "dev.code", title: "main.ts", samples: 10, seconds: 600 },
      { from: at(10), to: at(12), category: "comm.chat", app_name: "Slack", seconds: 120 },
      { from: at(12), to: at(30), category: "comm.meeting", seconds: 1_080 },
      { from: at(40), to: at(50), category: "dev.code", seconds: 600, project_id: tracked.project.id },
    ]);
    // What counts for the laptop doesn't count for the phone beside it.
    expect(json.lanes[0].spans).toMatchObject([{ from: at(5), to: at(15), seconds: 0 }]);
    expect(json.meetings).toEqual([{ from: at(12), to: at(30), app: "Zoom" }]);
    expect(json.gaps).toEqual([{ from: at(30), to: at(40) }]);
    expect(json.projects).toEqual([
      { id: tracked.project.id, key: tracked.project.key, name: tracked.project.name },
    ]);
    expect(lane.spans[0].sample_id).toMatch(/^\d+$/);
  });

  it("has the same totals as activity, over any devices, and says while sums are waiting", async () => {
    const tracked = await aTrackedDevice();
    const { jwt: bearer } = tracked.developer;
    const other = await anotherDevice(tracked, "Another");
    const apps = [SLACK, ZOOM, LOCKED, app("Code", "com.microsoft.VSCode", "a.ts")];
    // A fixed sequence that looks random.
    const events = Array.from({ length: 240 }, (_, index) => {
      const noise = (index * 7_919 + 104_729) % 1_009;
      return aSample({
        ts: at((noise * 13) % 235, noise % 60),
        interval_s: 1 + ((noise * 31) % 600),
        active_app: apps[noise % apps.length],
        input_cadence: { key_events: noise % 40 },
      });
    });
    await send(tracked, events.slice(0, 120));
    await send(tracked, events.slice(120), other);
    const range = { from: at(3, 7), to: at(221, 31) };
    const early = (await timelineOf(bearer, range)).json;
    expect(early.pending).toBe(true);
    await enrich(tracked);
    const { json } = await timelineOf(bearer, range);
    expect(json.pending).toBe(false);
    expect({ ...json, pending: true }).toEqual(early);
    const sums = await call(activity, "GET", { bearer, query: { ...range, group: "category" } });
    expect(json.totals.map(({ category, seconds }: never) => [category, seconds])).toEqual(
      sums.json.rows.map(({ key, seconds }: never) => [key, seconds]),
    );
    expect(json.total_seconds).toBe(sums.json.total_seconds);
    expect(json.total_seconds).toBeGreaterThan(3_600);
  });

  it("shows nobody else's time, and no name of a project that its reader left", async () => {
    const tracked = await aTrackedDevice();
    await send(tracked, minutes(0, 5));
    const colleague = await aDeveloper();
    const none = { lanes: [], meetings: [], gaps: [], projects: [], totals: [], total_seconds: 0 };
    expect((await timelineOf(colleague.jwt)).json).toMatchObject({
      ...none,
      time_zone: "UTC",
      pending: false,
    });
    expect((await call(GET, "GET", { query: RANGE })).status).toBe(401);
    await db().projectMember.deleteMany({ where: { projectId: tracked.project.id } });
    const { json } = await timelineOf(tracked.developer.jwt);
    expect(json.projects).toEqual([]);
    expect(json.lanes[0].spans[0].project_id).toBe(tracked.project.id);
  });

  it("refuses limited tokens: it shows what was captured for every workspace", async () => {
    const { developer, workspace } = await aTrackedDevice();
    const body = { name: "Payroll", workspace_id: workspace.id, permissions: ["own_tracker"] };
    const { json } = await call(apiTokens, "POST", { bearer: developer.jwt, body });
    expect((await timelineOf(json.token)).status).toBe(403);
    const query = { from: "2026-11-01", to: "2026-11-02" };
    expect((await call(days, "GET", { bearer: json.token, query })).status).toBe(403);
  });

  it("merges spans if there are too many, says how coarse it is, and keeps the sums", async () => {
    const tracked = await aTrackedDevice();
    const events = Array.from({ length: 2_200 }, (_, second) =>
      aSample({
        ts: at(0, second + 1),
        interval_s: 1,
        ...(second % 4 === 0 ? { active_app: SLACK } : {}),
        ...(second % 4 === 2 ? { active_app: ZOOM } : {}),
      }),
    );
    await send(tracked, events);
    const { json } = await timelineOf(tracked.developer.jwt);
    expect(json.resolution_s).toBe(60);
    expect(json.lanes[0].spans.length).toBeLessThan(50);
    const total = (json.lanes[0].spans as Spans).reduce((sum, { seconds }) => sum + seconds, 0);
    expect(total).toBe(2_200);
    expect(json.total_seconds).toBe(2_200);
    expect(json.totals).toContainEqual({ category: "comm.chat", label: "Chat", seconds: 550 });
  });

  it.each([
    [{ to: RANGE.from }, "to"],
    [{ from: RANGE.to, to: RANGE.from }, "to"],
    [{ to: new Date(BEGIN + 26 * HOUR_MS + 1_000).toISOString() }, "to"],
    [{ from: "yesterday" }, "from"],
    [{ from: "" }, "from"],
    [{ from: "2026-02-30T00:00:00Z" }, "from"],
    [{ from: "0000-01-01T00:00:00Z" }, "from"],
  ])("answers 400 to %j and names the parameter", async (wrong, path) => {
    const answer = await timelineOf((await aDeveloper()).jwt, { ...RANGE, ...wrong });
    expect([answer.status, answer.json.issues?.[0]?.path]).toEqual([400, path]);
  });

  it("answers 400 without a range, and accepts 26 hours", async () => {
    const { jwt } = await aDeveloper();
    expect((await timelineOf(jwt, {})).status).toBe(400);
    const to = new Date(BEGIN + 26 * HOUR_MS).toISOString();
    expect((await timelineOf(jwt, { from: at(0), to })).status).toBe(200);
  });

  it("limits the rate of requests, for each person separately", async () => {
    const [{ jwt }, other] = [await aDeveloper(), await aDeveloper()];
    const { countMax } = LIMITS.tracker_timelines_per_developer;
    const query = { from: at(0), to: at(1) };
    for (let asked = 0; asked < countMax; asked++) await timelineOf(jwt, query);
    const refused = await timelineOf(jwt, query);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await timelineOf(other.jwt, query)).status).toBe(200);
  });
});

describe("GET /tracker/days", () => {
  const daysOf = (bearer: string, query: Record<string, string>) => call(days, "GET", { bearer, query });

  /** Somebody of a zone whose every quarter of an hour from the day before to the day after has time. */
  async function aBusyOne(zone: string, day: string) {
    const { developer, project } = await aTrackedDevice();
    await call(me.PATCH, "PATCH", { bearer: developer.jwt, body: { time_zone: zone } });
    const [before, after] = [rangeOfDay(shiftDay(day, -1), zone), rangeOfDay(shiftDay(day, 1), zone)];
    if (!before || !after) throw new Error(`${day} is no day`);
    await db().trackerBucket.createMany({
      data: Array.from({ length: (after.to.getTime() - before.from.getTime()) / 900_000 }, (_, quarter) => ({
        developerId: developer.id,
        projectId: quarter % 3 === 0 ? null : project.id,
        category: quarter % 2 === 0 ? "dev.code" : "comm.chat",
        seconds: 600 + (quarter % 300),
        place: 0,
        bucket: new Date(before.from.getTime() + quarter * 900_000),
      })),
    });
    return { developer, project };
  }

  it.each([
    ["UTC", "2026-11-17"],
    ["Asia/Kathmandu", "2026-11-17"],
    ["Pacific/Kiritimati", "2026-11-17"],
    ["Australia/Lord_Howe", "2026-04-05"],
    ["Australia/Lord_Howe", "2026-10-04"],
    ["America/New_York", "2026-11-01"],
    ["Europe/Berlin", "2026-10-25"],
    ["Asia/Kolkata", "2026-10-25"],
    ["Europe/Berlin", "2026-03-29"],
    ["Asia/Beirut", "2026-03-29"],
  ])("in %s, %s, agrees with activity for each day and hour", async (zone, day) => {
    const { developer } = await aBusyOne(zone, day);
    const bearer = developer.jwt;
    const [from, to] = [shiftDay(day, -1), shiftDay(day, 1)];
    const { json } = await daysOf(bearer, { from, to });
    expect(json).toMatchObject({ from, to, by: "category", time_zone: zone, is_settled: true });
    expect(json.days.map((each: { day: string }) => each.day)).toEqual([from, day, to]);
    const hours = new Map<string, number>();
    for (const each of json.days) {
      const range = rangeOfDay(each.day, zone);
      if (!range) throw new Error(`${each.day} is no day`);
      const query = { from: range.from.toISOString(), to: range.to.toISOString() };
      const byCategory = (await call(activity, "GET", { bearer, query: { ...query, group: "category" } }))
        .json;
      expect(each.seconds).toBe(byCategory.total_seconds);
      expect(each.by).toEqual(
        Object.fromEntries(byCategory.rows.map(({ key, seconds }: never) => [key, seconds])),
      );
      const weekday = ((new Date(each.day).getUTCDay() + 6) % 7) + 1;
      const byHour = (await call(activity, "GET", { bearer, query: { ...query, group: "hour" } })).json;
      for (const { label, seconds } of byHour.rows) {
        const key = `${weekday} ${Number(label.slice(11, 13))}`;
        hours.set(key, (hours.get(key) ?? 0) + seconds);
      }
    }
    const shown = json.hours.map((each: never) => {
      const { weekday, hour, seconds } = each as { weekday: number; hour: number; seconds: number };
      return [`${weekday} ${hour}`, seconds] as const;
    });
    expect(new Map(shown)).toEqual(hours);
  });

  it("sums by project, by its current name, including time without one", async () => {
    const { developer, project } = await aBusyOne("UTC", "2026-11-17");
    const query = { from: "2026-11-17", to: "2026-11-17", by: "project" };
    const { json } = await daysOf(developer.jwt, query);
    expect(json.keys).toMatchObject([
      { key: project.id, label: project.name },
      { key: "", label: "No project" },
    ]);
    expect(json.days).toHaveLength(1);
    const sum = json.keys.reduce((total: number, { seconds }: { seconds: number }) => total + seconds, 0);
    expect(json.total_seconds).toBe(sum);
    await db().projectMember.deleteMany({ where: { projectId: project.id } });
    expect((await daysOf(developer.jwt, query)).json.keys[0].label).toBe("Former project");
  });

  it("is empty if there is nothing, shows nobody else's time, and says while sums are waiting", async () => {
    const tracked = await aTrackedDevice();
    await aProject(tracked.developer, tracked.workspace.id);
    await send(tracked, minutes(0, 5));
    const day = dayIn("UTC", new Date(BEGIN));
    const query = { from: day, to: day };
    expect((await daysOf(tracked.developer.jwt, query)).json.is_settled).toBe(false);
    const { json } = await daysOf((await aDeveloper()).jwt, query);
    expect(json).toMatchObject({ total_seconds: 0, keys: [], days: [], hours: [], is_settled: true });
    expect((await call(days, "GET", { query })).status).toBe(401);
  });

  it.each([
    [{ from: "2026-11-03", to: "2026-11-02" }, "to"],
    [{ from: "2025-01-01", to: "2026-02-05" }, "to"],
    [{ from: "2026-02-30" }, "from"],
    [{ from: "2026-W01" }, "from"],
    [{ by: "mood" }, "by"],
  ])("answers 400 to %j and names the parameter", async (wrong, path) => {
    const query = { from: "2026-11-01", to: "2026-11-02", ...wrong };
    const answer = await daysOf((await aDeveloper()).jwt, query);
    expect([answer.status, answer.json.issues?.[0]?.path]).toEqual([400, path]);
  });

  it("accepts 400 days", async () => {
    const query = { from: "2025-01-01", to: "2026-02-04" };
    expect((await daysOf((await aDeveloper()).jwt, query)).status).toBe(200);
  });
});
