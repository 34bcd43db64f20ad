import { describe, expect, it } from "vitest";
import { isConcerned } from "@/lib/ui/live/concerned";
import { readEvents } from "@/lib/ui/live/feed";

const event = (id: string) => `data: {"area":"tables","id":"${id}","kind":"changed"}\n\n`;
const table = { area: "tables", id: "t1", kind: "changed" } as const;
const idOf = ({ id }: { id: string }) => id;

describe("the text of a stream", () => {
  it("is read event by event, wherever it is cut, and without its comments", () => {
    const text = `: open\n\n${event("t1")}:\n\n${event("t2")}`;
    for (let at = 0; at <= text.length; at++) {
      const first = readEvents(text.slice(0, at));
      const second = readEvents(first.rest + text.slice(at));
      expect([...first.changes, ...second.changes].map(({ id }) => id)).toEqual(["t1", "t2"]);
      expect(second.rest).toBe("");
    }
  });
});

describe("what a change concerns", () => {
  const W = "/workspaces/{workspace_id}";
  it.each([
    [`${W}/tables`, {}, true],
    [`${W}/tables/{table_id}/rows`, { table_id: "t1" }, true],
    [`${W}/tables/{table_id}/rows`, { table_id: "t2" }, false],
    [`${W}/notifications`, {}, false],
    ["/developers/me", {}, false],
    [`${W}/me`, {}, false],
  ])("%s %o: %s", (path, params, is) => {
    expect(isConcerned(path, params, table, idOf)).toBe(is);
    expect(isConcerned(path, params, null, idOf)).toBe(path !== "/developers/me");
  });

  it("is found by the name that a route has for it, and is all where that is not known", () => {
    const change = { area: "records", id: "o1", kind: "changed" } as const;
    const path = `${W}/crm/objects/{object_slug}/records/board`;
    expect(isConcerned(path, { object_slug: "deal" }, change, () => "deal")).toBe(true);
    expect(isConcerned(path, { object_slug: "company" }, change, () => "deal")).toBe(false);
    expect(isConcerned(path, { object_slug: "company" }, change, () => null)).toBe(true);
  });

  it("is a role and who has it, a team, and where a workspace is named", () => {
    const nameOf = idOf;
    const [role, team, members, workspace] = (
      [
        ["roles", "r1"],
        ["teams", "t1"],
        ["members", "w1"],
        ["workspace", "w1"],
      ] as const
    ).map(([area, id]) => ({ area, id, kind: "changed" }) as const);
    const concerned = (path: string, params: object) =>
      Object.entries({ role, team, members, workspace })
        .filter(([, change]) => change && isConcerned(path, params, change, nameOf))
        .map(([name]) => name);
    expect(concerned(`${W}/roles`, {})).toEqual(["role", "members"]);
    expect(concerned(`${W}/roles/{role_id}`, { role_id: "r1" })).toEqual(["role", "members"]);
    expect(concerned(`${W}/roles/{role_id}`, { role_id: "r2" })).toEqual(["members"]);
    expect(concerned(`${W}/members/{developer_id}/permissions`, {})).toEqual(["role", "members"]);
    expect(concerned(`${W}/teams/{team_id}/members`, { team_id: "t1" })).toEqual(["team"]);
    expect(concerned(`${W}/teams/{team_id}/members`, { team_id: "t2" })).toEqual([]);
    expect(concerned("/workspaces", {})).toEqual(["workspace"]);
    expect(concerned(W, { workspace_id: "w1" })).toEqual(["workspace"]);
    expect(concerned(`${W}/projects`, {})).toEqual([]);
  });

  it("is nothing where the service names an area that the page does not know yet", () => {
    const change = { area: "weather", id: "w1", kind: "changed" } as unknown as typeof table;
    expect(isConcerned(`${W}/tables`, {}, change, idOf)).toBe(false);
  });

  it("is an object with its attributes, views and records where these are not what changed", () => {
    const change = { area: "records", id: "o1", kind: "setup" } as const;
    const objects = `${W}/crm/objects`;
    const nameOf = () => "deal";
    expect(isConcerned(objects, {}, change, nameOf)).toBe(true);
    for (const part of ["views", "attributes", "records"]) {
      const path = `${objects}/{object_slug}/${part}`;
      expect(isConcerned(path, { object_slug: "deal" }, change, nameOf)).toBe(true);
      expect(isConcerned(path, { object_slug: "company" }, change, nameOf)).toBe(false);
      expect(isConcerned(path, { object_slug: "deal" }, { ...change, kind: "changed" }, nameOf)).toBe(
        part === "records",
      );
    }
    expect(isConcerned(`${W}/tables`, {}, change, nameOf)).toBe(false);
  });
});
