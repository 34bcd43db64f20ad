import { describe, expect, it } from "vitest";
import * as me from "@/app/api/v1/developers/me/route";
import { GET } from "@/app/api/v1/tracker/activity/route";
import * as categories from "@/app/api/v1/tracker/categories/route";
import { POST as upload } from "@/app/api/v1/tracker/events/batch/route";
import { db } from "@/lib/platform/database";
import { rangeOfDay, shiftDay } from "@/lib/tracker/days/rules";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import { shardOf } from "@/lib/tracker/enrichment/rules";
import { call } from "@/tests/support/call";
import { aBatch, aDeveloper, aProject, aSample, aTrackedDevice, aWorkspace } from "@/tests/support/factories";

type Developer = Awaited<ReturnType<typeof aDeveloper>>;

const DAY = "2026-03-02";
const hour = (number: number) => `${DAY}T${String(number).padStart(2, "0")}:00:00.000Z`;

async function activityOf(developer: Developer, query: Record<string, string>) {
  return call(GET, "GET", { bearer: developer.jwt, query });
}

let places = 0;

/** Activity as enrichment leaves it: [hour, category, seconds, task] each. */
async function withActivity(
  developerId: string,
  projectId: string | null,
  rows: [number, string, number, string?][],
): Promise<void> {
  await db().trackerBucket.createMany({
    data: rows.flatMap(([at, category, seconds, taskKey]) =>
      Array.from({ length: Math.ceil(seconds / BUCKET_S) }, (_, quarter) => ({
        developerId,
        projectId,
        category,
        taskKey: taskKey ?? null,
        seconds: Math.min(BUCKET_S, seconds - quarter * BUCKET_S),
        bucket: new Date(Date.parse(hour(at)) + quarter * BUCKET_S * 1_000),
        place: places++,
      })),
    ),
  });
}

async function aDay() {
  const { developer, workspace, project } = await aTrackedDevice();
  await withActivity(developer.id, project.id, [
    [9, "dev.code", 1_800],
    [9, "dev.code", 600, "WPS-1"],
    [9, "comm.chat", 300],
    [10, "comm.chat", 3_600],
    [11, "dev.code", 60],
  ]);
  return { developer, workspace, project };
}

const RANGE = { from: hour(9), to: hour(11) };

describe("GET /tracker/activity", () => {
  it("sums by category, largest first, over all projects and tasks", async () => {
    const { developer } = await aDay();
    const answer = await activityOf(developer, { ...RANGE, group: "category" });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      ...RANGE,
      group: "category",
      is_settled: true,
      total_seconds: 6_300,
      uncounted_samples: 0,
      rows: [
        { key: "comm.chat", label: "Chat", seconds: 3_900 },
        { key: "dev.code", label: "Coding", seconds: 2_400 },
      ],
    });
  });

  it("sums by project, by the name it has now", async () => {
    const { developer, workspace, project } = await aDay();
    const other = await aProject(developer, workspace.id);
    await withActivity(developer.id, other.id, [[9, "design", 900]]);
    const { json } = await activityOf(developer, { ...RANGE, group: "project" });
    expect(json.rows).toEqual([
      { key: project.id, label: project.name, seconds: 6_300 },
      { key: other.id, label: other.name, seconds: 900 },
    ]);
    expect(json.total_seconds).toBe(7_200);
  });

  it("does not tell the name of a project that the developer left, or that is gone", async () => {
    const { developer, project } = await aDay();
    await db().projectMember.deleteMany({ where: { projectId: project.id } });
    const left = await activityOf(developer, { ...RANGE, group: "project" });
    expect(left.json.rows).toEqual([{ key: project.id, label: "Former project", seconds: 6_300 }]);
    await db().project.delete({ where: { id: project.id } });
    const gone = await activityOf(developer, { ...RANGE, group: "project" });
    expect(gone.json.rows).toEqual(left.json.rows);
  });

  it("sums by hour, in order, with the categories of each", async () => {
    const { developer } = await aDay();
    const { json } = await activityOf(developer, { from: hour(8), to: hour(12), group: "hour" });
    expect(json.rows).toEqual([
      {
        key: hour(9),
        label: `${DAY} 09:00 UTC`,
        seconds: 2_700,
        by_category: { "dev.code": 2_400, "comm.chat": 300 },
      },
      { key: hour(10), label: `${DAY} 10:00 UTC`, seconds: 3_600, by_category: { "comm.chat": 3_600 } },
      { key: hour(11), label: `${DAY} 11:00 UTC`, seconds: 60, by_category: { "dev.code": 60 } },
    ]);
    expect(json.total_seconds).toBe(6_360);
  });

  it("sums what belongs to no project as a row of its own, so that projects sum to what categories do", async () => {
    const { developer } = await aDay();
    await withActivity(developer.id, null, [[9, "personal.music", 500]]);
    const { json } = await activityOf(developer, { ...RANGE, group: "project" });
    expect(json.rows.at(-1)).toEqual({ key: null, label: "No project", seconds: 500 });
    expect(json.total_seconds).toBe(6_800);
    expect((await activityOf(developer, { ...RANGE, group: "category" })).json.total_seconds).toBe(6_800);
  });

  it("answers for exactly the range that was asked for", async () => {
    const tracked = await aTrackedDevice();
    const at = (ms: number) =>
      new Date(Math.floor(Date.now() / 3_600_000 - 3) * 3_600_000 + ms).toISOString();
    const events = [
      aSample({ ts: at(10 * 60_000), interval_s: 600 }),
      aSample({ ts: at(40 * 60_000), interval_s: 600, input_cadence: { key_events: 100 } }),
    ];
    const bearer = tracked.developer.jwt;
    await call(upload, "POST", { bearer, body: aBatch(tracked.deviceId, events) });
    const shard = shardOf(tracked.developer.id);
    await enrichBuckets.handler({ workspace_id: tracked.workspace.id, shard }, { now: new Date() });
    const seconds = async (from: number, to: number, group = "category") =>
      (await activityOf(tracked.developer, { from: at(from), to: at(to), group })).json.total_seconds;
    expect(await seconds(0, 3_600_000)).toBe(1_200);
    expect(await seconds(60_000, 125_000)).toBe(65);
    expect(await seconds(599_000, 1_801_000)).toBe(2);
    expect(await seconds(599_999, 600_001)).toBe(1);
    for (const group of ["category", "project", "hour"]) {
      const cuts = [0, 7_000, 599_500, 900_000, 1_850_123, 2_400_000, 2_401_000, 3_600_000];
      const parts = await Promise.all(cuts.slice(1).map((to, index) => seconds(cuts[index] ?? 0, to, group)));
      expect([group, parts.reduce((sum, part) => sum + part, 0)]).toEqual([group, 1_200]);
    }
  });

  it("is not settled while a bucket of the range is dirty, and only then", async () => {
    const { developer, workspace } = await aDay();
    const mark = { developerId: developer.id, workspaceId: workspace.id, markedAt: new Date() };
    await db().trackerDirtyBucket.create({ data: { ...mark, bucket: new Date(hour(11)) } });
    expect((await activityOf(developer, { ...RANGE, group: "category" })).json.is_settled).toBe(true);
    await db().trackerDirtyBucket.create({ data: { ...mark, bucket: new Date(`${DAY}T10:45:00.000Z`) } });
    expect((await activityOf(developer, { ...RANGE, group: "category" })).json.is_settled).toBe(false);
  });

  it.each(["category", "project", "hour"])("shows nobody else's %s rows", async (group) => {
    const { project } = await aDay();
    const colleague = await aDeveloper();
    await db().projectMember.create({ data: { projectId: project.id, developerId: colleague.id } });
    const { json } = await activityOf(colleague, { ...RANGE, group });
    expect(json).toEqual({
      ...RANGE,
      group,
      is_settled: true,
      total_seconds: 0,
      uncounted_samples: 0,
      rows: [],
    });
  });

  it("needs a bearer", async () => {
    expect((await call(GET, "GET", { query: { ...RANGE, group: "category" } })).status).toBe(401);
  });

  it.each([
    [{ to: hour(9) }, "to"],
    [{ to: hour(8) }, "to"],
    [{ to: "2026-04-02T09:00:00.001Z" }, "to"],
    [{ from: "2026-03-02" }, "from"],
    [{ from: "2026-03-02T09:00:00+01:00" }, "from"],
    [{ from: "2026-03-02T09:00:00" }, "from"],
    [{ from: "2026-02-30T09:00:00Z" }, "from"],
    [{ from: "0000-01-01T00:00:00Z" }, "from"],
    [{ from: "9999-12-31T23:00:00Z", to: "9999-12-31T23:59:59Z" }, "from"],
    [{ from: "yesterday" }, "from"],
    [{ group: "app" }, "group"],
    [{ group: "" }, "group"],
    [{ from: "\u0000" }, null],
  ])("answers 400 to %j and names the parameter", async (wrong, path) => {
    const developer = await aDeveloper();
    const answer = await activityOf(developer, { ...RANGE, group: "category", ...wrong });
    expect(answer.status).toBe(400);
    if (path) expect(answer.json.issues[0].path).toBe(path);
  });

  it.each(["from", "to", "group"])("answers 400 without %s", async (name) => {
    const query: Record<string, string> = { ...RANGE, group: "category" };
    delete query[name];
    expect((await activityOf(await aDeveloper(), query)).status).toBe(400);
  });

  it("takes 31 days, and the ends of time", async () => {
    const developer = await aDeveloper();
    for (const range of [
      { from: hour(9), to: "2026-04-02T09:00:00.000Z" },
      { from: "1970-01-01T00:00:00Z", to: "1970-01-01T00:00:01Z" },
      { from: "9999-12-30T23:00:01Z", to: "9999-12-31T00:00:00Z" },
    ]) {
      expect((await activityOf(developer, { ...range, group: "hour" })).status).toBe(200);
    }
  });

  it("keeps workspaces' projects apart by id, even under one name", async () => {
    const { developer, project } = await aDay();
    const elsewhere = await aWorkspace(developer);
    const twin = await aProject(developer, elsewhere.id);
    await db().project.update({ where: { id: twin.id }, data: { name: project.name } });
    await withActivity(developer.id, twin.id, [[9, "dev.code", 1]]);
    const { json } = await activityOf(developer, { ...RANGE, group: "project" });
    expect(json.rows.map((row: { key: string }) => row.key)).toEqual([project.id, twin.id]);
  });
});

describe("a person's day", () => {
  /** zone, a day; usual ones and both changes of the clocks, of the year that is past and of the next. */
  const DAYS: [zone: string, day: string][] = [
    ["Asia/Kolkata", "2026-11-17"],
    ["Asia/Kathmandu", "2026-11-17"],
    ["Pacific/Kiritimati", "2026-11-17"],
    ["Etc/GMT+12", "2026-11-17"],
    ["Australia/Lord_Howe", "2026-04-05"],
    ["Australia/Lord_Howe", "2026-10-04"],
    ["America/New_York", "2026-03-08"],
    ["America/New_York", "2026-11-01"],
    ["Europe/Berlin", "2026-03-29"],
    ["Europe/Berlin", "2026-10-25"],
    ["Australia/Adelaide", "2026-04-05"],
    ["Australia/Adelaide", "2026-10-04"],
  ];

  /** A developer of a zone who worked without a break from the day before to the day after. */
  async function aBusyOne(zone: string, day: string) {
    const { developer, project } = await aTrackedDevice();
    await call(me.PATCH, "PATCH", { bearer: developer.jwt, body: { time_zone: zone } });
    const [before, after] = [rangeOfDay(shiftDay(day, -1), zone), rangeOfDay(shiftDay(day, 1), zone)];
    if (!before || !after) throw new Error(`${day} is no day`);
    const owned = {
      developerId: developer.id,
      projectId: project.id,
      category: "dev.code",
      seconds: 900,
      place: 0,
    };
    const count = (after.to.getTime() - before.from.getTime()) / 900_000;
    await db().trackerBucket.createMany({
      data: Array.from({ length: count }, (_, quarter) => ({
        ...owned,
        bucket: new Date(before.from.getTime() + quarter * 900_000),
      })),
    });
    return developer;
  }

  it.each(DAYS)(
    "in %s, %s, is as long as the clocks make it, by every grouping, and its hours differ by name",
    async (zone, day) => {
      const developer = await aBusyOne(zone, day);
      const range = rangeOfDay(day, zone);
      if (!range) throw new Error(`${day} is no day`);
      const query = { from: range.from.toISOString(), to: range.to.toISOString() };
      const expected = (range.to.getTime() - range.from.getTime()) / 1_000;
      for (const group of ["category", "project", "hour"]) {
        const { json } = await activityOf(developer, { ...query, group });
        expect([group, json.total_seconds]).toEqual([group, expected]);
        if (group !== "hour") continue;
        expect(json.rows[0].key).toBe(query.from);
        const labels = json.rows.map(({ label }: { label: string }) => label);
        expect(new Set(labels).size).toBe(labels.length);
        for (const { label, seconds } of json.rows) {
          expect(label.slice(0, 10)).toBe(day);
          expect(seconds).toBeLessThanOrEqual(3_600);
        }
      }
    },
  );

  it("holds what was worked in it alone: an evening's hour in India is not the next day's as well", async () => {
    const { developer, project } = await aTrackedDevice();
    await call(me.PATCH, "PATCH", { bearer: developer.jwt, body: { time_zone: "Asia/Kolkata" } });
    const owned = {
      developerId: developer.id,
      projectId: project.id,
      category: "dev.code",
      seconds: 900,
      place: 0,
    };
    await db().trackerBucket.createMany({
      data: [0, 15, 30, 45].map((minute) => ({
        ...owned,
        bucket: new Date(`2026-11-17T18:${String(minute).padStart(2, "0")}:00Z`),
      })),
    });
    const total = async (from: string, to: string) =>
      (await activityOf(developer, { from, to, group: "hour" })).json.total_seconds;
    expect(await total("2026-11-16T18:30:00Z", "2026-11-17T18:30:00Z")).toBe(1_800);
    expect(await total("2026-11-17T18:30:00Z", "2026-11-18T18:30:00Z")).toBe(1_800);
  });
});

describe("GET /tracker/categories", () => {
  it("lists every category with its group and colour", async () => {
    const { jwt } = await aDeveloper();
    const { json } = await call(categories.GET, "GET", { bearer: jwt });
    expect(json).toContainEqual({ id: "dev.code", label: "Coding", parent: "dev", color: "#2276e8" });
    expect((await call(categories.GET, "GET")).status).toBe(401);
  });
});
