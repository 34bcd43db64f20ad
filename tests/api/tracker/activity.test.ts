import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { POST as apiTokens } from "@/app/api/v1/developers/me/api-tokens/route";
import * as me from "@/app/api/v1/developers/me/route";
import { GET } from "@/app/api/v1/tracker/activity/route";
import * as categories from "@/app/api/v1/tracker/categories/route";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import { POST as upload } from "@/app/api/v1/tracker/events/batch/route";
import { DELETE as erase } from "@/app/api/v1/tracker/events/route";
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

  it("hides the name of a project that the developer left, or that was deleted", async () => {
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

  it("sums what belongs to no project in a row of its own, so that projects and categories have the same total", async () => {
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

  it("needs a bearer token", async () => {
    expect((await call(GET, "GET", { query: { ...RANGE, group: "category" } })).status).toBe(401);
  });

  it.each([
    [{ to: hour(9) }, "to"],
    [{ to: hour(8) }, "to"],
    [{ to: "2027-04-06T09:00:00.001Z" }, "to"],
    [{ from: "2026-03-02" }, "from"],
    [{ from: "2026-03-02T09:00:00" }, "from"],
    [{ from: "2026-02-30T09:00:00Z" }, "from"],
    [{ from: "0000-01-01T00:00:00Z" }, "from"],
    [{ from: "9999-12-31T23:00:00Z", to: "9999-12-31T23:59:59Z" }, "from"],
    [{ from: "yesterday" }, "from"],
    [{ group: "apps" }, "group"],
    [{ group: "" }, "group"],
    [{ from: "\u0000" }, null],
  ])("answers 400 to %j and names the parameter", async (wrong, path) => {
    const developer = await aDeveloper();
    const answer = await activityOf(developer, { ...RANGE, group: "category", ...wrong });
    expect(answer.status).toBe(400);
    if (path) expect(answer.json.issues[0].path).toBe(path);
  });

  it("takes times with an offset from UTC, and answers for the same moments", async () => {
    const query = { group: "category", from: "2026-03-02T09:00:00+01:00", to: "2026-03-02T09:00:00Z" };
    const { status, json } = await activityOf(await aDeveloper(), query);
    expect([status, json.from, json.to]).toEqual([
      200,
      "2026-03-02T08:00:00.000Z",
      "2026-03-02T09:00:00.000Z",
    ]);
  });

  it.each(["from", "to", "group"])("answers 400 without %s", async (name) => {
    const query: Record<string, string> = { ...RANGE, group: "category" };
    delete query[name];
    expect((await activityOf(await aDeveloper(), query)).status).toBe(400);
  });

  it("accepts 400 days, 92 by the hour, and the ends of time", async () => {
    const developer = await aDeveloper();
    const year = { from: hour(9), to: "2027-04-06T09:00:00.000Z" };
    for (const group of ["category", "project", "app", "task", "repository"]) {
      expect((await activityOf(developer, { ...year, group })).status).toBe(200);
    }
    expect((await activityOf(developer, { ...year, group: "hour" })).json.issues[0].path).toBe("to");
    for (const range of [
      { from: hour(9), to: "2026-06-02T09:00:00.000Z" },
      { from: "1970-01-01T00:00:00Z", to: "1970-01-01T00:00:01Z" },
      { from: "9999-12-30T23:00:01Z", to: "9999-12-31T00:00:00Z" },
    ]) {
      expect((await activityOf(developer, { ...range, group: "hour" })).status).toBe(200);
    }
  });

  it("sums by task, by app and by repository, including time without any", async () => {
    const tracked = await aTrackedDevice();
    const { developer, project } = tracked;
    await db().task.create({
      data: {
        workspaceId: tracked.workspace.id,
        projectId: project.id,
        number: 1,
        title: "Fix login",
        position: "a",
      },
    });
    const base = Math.floor(Date.now() / 3_600_000 - 3) * 3_600_000;
    const range = { from: new Date(base).toISOString(), to: new Date(base + 3_600_000).toISOString() };
    const sample = (minute: number, given: object) => {
      const ts = new Date(base + minute * 60_000).toISOString();
      return aSample({ ts, interval_s: 60, input_cadence: { key_events: 9, mouse_events: 0 }, ...given });
    };
    const app = (name: string, bundle_id: string) => ({ name, bundle_id, window_title: "x" });
    const editor = app("Editor", "com.microsoft.VSCode");
    const remote = "git@github.com:acme/app.git";
    await call(upload, "POST", {
      bearer: developer.jwt,
      body: aBatch(tracked.deviceId, [
        sample(1, { active_app: editor, file_context: { repo: remote, branch: `${project.key}-1-fix` } }),
        sample(2, { active_app: editor, file_context: { repo: "https://github.com/acme/app" } }),
        sample(3, { active_app: app("Slack", "com.tinyspeck.slackmacgap") }),
        sample(4, { active_app: app("1Password", "com.1password.1password") }),
      ]),
    });
    await enrichBuckets.handler(
      { workspace_id: tracked.workspace.id, shard: shardOf(developer.id) },
      { now: new Date() },
    );
    const by = async (group: string) => {
      const { json } = await activityOf(developer, { ...range, group });
      return [json.total_seconds, json.rows];
    };
    expect(await by("task")).toEqual([
      240,
      [
        { key: null, label: "No task", project_id: null, seconds: 180 },
        { key: `${project.key}-1`, label: "Fix login", project_id: project.id, seconds: 60 },
      ],
    ]);
    expect(await by("app")).toEqual([
      240,
      [
        { key: "Editor", label: "Editor", seconds: 120 },
        { key: "Slack", label: "Slack", seconds: 60 },
        { key: null, label: "Private or not known", seconds: 60 },
      ],
    ]);
    expect(await by("repository")).toEqual([
      240,
      [
        { key: "github.com/acme/app", label: "acme/app", seconds: 120 },
        { key: null, label: "No repository", seconds: 120 },
      ],
    ]);
  });

  it("keeps workspaces' projects apart by id, even if they have one name", async () => {
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
    "in %s, %s, is as long as the clocks make it, for every grouping, and its hours have distinct names",
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

  it("contains only what was worked in it: an evening's hour in India is not the next day's as well", async () => {
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

describe("GET /tracker/activity with a token of one workspace", () => {
  const BEGIN = Math.floor(Date.now() / 3_600_000 - 3) * 3_600_000;
  const at = (minute: number, second = 0) => new Date(BEGIN + (minute * 60 + second) * 1_000).toISOString();

  /** Samples of the minutes up to each. */
  const minutes = (ends: readonly number[], given = {}) =>
    ends.map((minute) => aSample({ ts: at(minute), ...given }));

  async function twoEmployers() {
    const one = await aTrackedDevice();
    const workspace = await aWorkspace(one.developer);
    const project = await aProject(one.developer, workspace.id);
    const deviceId = randomUUID();
    const { jwt: bearer, id: developerId } = one.developer;
    await call(enroll, "POST", { bearer, body: { device_id: deviceId, project_id: project.id } });
    const other = { workspace, project, deviceId };
    const tokenOf = async ({ workspace: { id } }: Pick<typeof one, "workspace">) => {
      const body = { name: "Payroll", workspace_id: id, permissions: ["own_tracker"] };
      return (await call(apiTokens, "POST", { bearer, body })).json.token as string;
    };
    const send = (deviceId: string, events: unknown[]) =>
      call(upload, "POST", { bearer, body: aBatch(deviceId, events) });
    const enrich = async () => {
      for (const { workspace } of [one, other]) {
        const job = { workspace_id: workspace.id, shard: shardOf(developerId) };
        await enrichBuckets.handler(job, { now: new Date() });
      }
    };
    const read = async (bearer: string, from: string, to: string, group = "project") =>
      (await call(GET, "GET", { bearer, query: { from, to, group } })).json;
    return { one, other, bearer, tokenOf, send, enrich, read };
  }

  it("counts its own samples only, as if there were no others", async () => {
    const { one, other, bearer, tokenOf, send, enrich, read } = await twoEmployers();
    await send(one.deviceId, minutes([1, 2, 3, 4, 5, 6], { input_cadence: { key_events: 1 } }));
    await enrich();
    const token = await tokenOf(one);
    const alone = await read(token, at(0), at(60));
    expect(alone.rows).toEqual([{ key: one.project.id, label: one.project.name, seconds: 360 }]);

    // In the same minutes more was typed for somebody else.
    await send(other.deviceId, minutes([3, 4, 5, 6, 7], { input_cadence: { key_events: 500 } }));
    await enrich();
    expect(await read(token, at(0), at(60))).toEqual(alone);
    expect((await read(await tokenOf(other), at(0), at(60))).rows).toMatchObject([{ seconds: 300 }]);
    expect((await read(bearer, at(0), at(60))).rows).toMatchObject([
      { key: other.project.id, seconds: 300 },
      { key: one.project.id, seconds: 120 },
    ]);
    for (const group of ["category", "hour"]) {
      expect((await read(token, at(0), at(60), group)).total_seconds).toBe(360);
    }
    // Of parts of a quarter of an hour, too.
    expect((await read(token, at(2, 30), at(4))).total_seconds).toBe(90);
    expect((await read(bearer, at(2, 30), at(4))).total_seconds).toBe(90);
  });

  it("excludes what its own device saw in private, and drops separate sums once their samples are erased", async () => {
    const { one, other, tokenOf, send, enrich, read } = await twoEmployers();
    const music = { active_app: { name: "Spotify", bundle_id: "com.spotify.client" } };
    await send(one.deviceId, minutes([1, 2], music));
    await send(other.deviceId, minutes([1, 2, 3], { input_cadence: { key_events: 500 } }));
    await enrich();
    expect((await read(await tokenOf(one), at(0), at(60))).total_seconds).toBe(0);
    expect((await read(await tokenOf(other), at(0), at(60))).total_seconds).toBe(180);
    const where = { developerId: one.developer.id };
    expect(await db().trackerWorkspaceBucket.count({ where })).toBeGreaterThan(0);
    await call(erase, "DELETE", { bearer: one.developer.jwt, query: { from: at(0), to: at(60) } });
    expect(await db().trackerWorkspaceBucket.count({ where })).toBe(0);
  });

  it("is correct for any samples of two devices: a workspace's sum is that of a person in no other workspace", async () => {
    const { one, other, tokenOf, send, enrich, read } = await twoEmployers();
    const lone = await aTrackedDevice();
    const noise = (step: number) =>
      Array.from({ length: 40 }, (_, index) => ({
        ts: at((index * step) % 59, (index * 7) % 60),
        interval_s: 20 + ((index * step * 13) % 200),
        input_cadence: { key_events: (index * step * 31) % 400 },
        client_seq: index + 1,
        event_id: `e${index}`,
      }));
    const own = noise(7).map((given) => aSample(given));
    await send(one.deviceId, own);
    await send(
      other.deviceId,
      noise(11).map((given) => aSample(given)),
    );
    await enrich();
    await call(upload, "POST", { bearer: lone.developer.jwt, body: aBatch(lone.deviceId, own) });
    const job = { workspace_id: lone.workspace.id, shard: shardOf(lone.developer.id) };
    await enrichBuckets.handler(job, { now: new Date() });
    const [from, to] = [at(-5), at(61)];
    const sum = (await read(await tokenOf(one), from, to)).total_seconds;
    expect(sum).toBe((await read(lone.developer.jwt, from, to)).total_seconds);
    expect(sum).toBeGreaterThan(1_000);
  });
});
