import { describe, expect, it } from "vitest";
import { GET } from "@/app/api/v1/tracker/activity/route";
import * as categories from "@/app/api/v1/tracker/categories/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aProject, aTrackedDevice, aWorkspace } from "@/tests/support/factories";

type Developer = Awaited<ReturnType<typeof aDeveloper>>;

const DAY = "2026-03-02";
const hour = (number: number) => `${DAY}T${String(number).padStart(2, "0")}:00:00.000Z`;

async function activityOf(developer: Developer, query: Record<string, string>) {
  return call(GET, "GET", { bearer: developer.jwt, query });
}

/** Activity as enrichment leaves it: [hour, category, seconds, task] each. */
async function withActivity(
  developerId: string,
  projectId: string,
  rows: [number, string, number, string?][],
): Promise<void> {
  await db().trackerActivity.createMany({
    data: rows.map(([at, category, seconds, taskKey = ""]) => ({
      developerId,
      projectId,
      category,
      seconds,
      taskKey,
      hour: new Date(hour(at)),
    })),
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

  it("widens the range to whole hours and says so", async () => {
    const { developer } = await aDay();
    const { json } = await activityOf(developer, {
      from: `${DAY}T09:59:59.999Z`,
      to: `${DAY}T10:00:00.001Z`,
      group: "hour",
    });
    expect(json).toMatchObject({ from: hour(9), to: hour(11), total_seconds: 6_300 });
  });

  it("is not settled while an hour of the range is dirty, and only then", async () => {
    const { developer, project } = await aDay();
    const mark = { developerId: developer.id, projectId: project.id, markedAt: new Date() };
    await db().trackerDirtyHour.create({ data: { ...mark, hour: new Date(hour(11)) } });
    expect((await activityOf(developer, { ...RANGE, group: "category" })).json.is_settled).toBe(true);
    await db().trackerDirtyHour.create({ data: { ...mark, hour: new Date(hour(10)) } });
    expect((await activityOf(developer, { ...RANGE, group: "category" })).json.is_settled).toBe(false);
  });

  it.each(["category", "project", "hour"])("shows nobody else's %s rows", async (group) => {
    const { project } = await aDay();
    const colleague = await aDeveloper();
    await db().projectMember.create({ data: { projectId: project.id, developerId: colleague.id } });
    const { json } = await activityOf(colleague, { ...RANGE, group });
    expect(json).toEqual({ ...RANGE, group, is_settled: true, total_seconds: 0, rows: [] });
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

describe("GET /tracker/categories", () => {
  it("lists every category with its group and colour", async () => {
    const { jwt } = await aDeveloper();
    const { json } = await call(categories.GET, "GET", { bearer: jwt });
    expect(json).toContainEqual({ id: "dev.code", label: "Coding", parent: "dev", color: "#2276e8" });
    expect((await call(categories.GET, "GET")).status).toBe(401);
  });
});
