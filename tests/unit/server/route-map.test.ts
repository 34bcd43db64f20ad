import { describe, expect, it } from "vitest";
import { z } from "zod";
import { publicRoute } from "@/lib/routes/public-route";
import { pageOf } from "@/lib/routes/route";
import { clientTypesSource, manifestSource, publicPath } from "@/lib/server/route-map";

const Team = z.object({ name: z.string() });
const Team2 = z.object({ title: z.string() });
const NameQuery = z.object({ name: z.string() });
const names = new Map<z.ZodType, { file: string; name: string }>([
  [Team, { file: "teams/schema", name: "Team" }],
  [Team2, { file: "teams/old/schema", name: "Team2" }],
  [NameQuery, { file: "teams/schema", name: "NameQuery" }],
]);
const handle = async () => undefined as never;

describe("the path of a route file", () => {
  it.each([
    ["workspaces/[workspace_id]/teams/route.ts", "/workspaces/{workspace_id}/teams"],
    ["tracker/events/batch/route.ts", "/tracker/events:batch"],
    ["tracker/devices/route.ts", "/tracker/devices"],
  ])("of %s is %s", (file, expected) => {
    expect(publicPath(file)).toBe(expected);
  });
});

describe("the list of routes", () => {
  it("names each path with its file, in the order of the paths", () => {
    const source = manifestSource(["b/route.ts", "a/[id]/route.ts"]);
    expect(source.match(/^ {2}".*$/gm)).toEqual([
      '  "/a/{id}": () => import("@/app/api/v1/a/[id]/route"),',
      '  "/b": () => import("@/app/api/v1/b/route"),',
    ]);
  });
});

describe("the client's types", () => {
  const typesOf = (route: ReturnType<typeof publicRoute>, path = "/teams") =>
    clientTypesSource({ [path]: { GET: route as never } }, names)
      .split("\n")
      .find((line) => line.includes(`"${path}":`))
      ?.trim();

  it("hold what goes in and what is answered, by the names of schemas", () => {
    const route = publicRoute({ summary: "One", query: NameQuery, body: Team, response: Team2, handle });
    expect(typesOf(route as never, "/teams/{id}")).toBe(
      '"/teams/{id}": { input: { params: { id: string }; query: Query<z.input<typeof teamsSchema.NameQuery>>; ' +
        "body: z.input<typeof teamsSchema.Team> }; answer: z.output<typeof teamsOldSchema.Team2> };",
    );
  });

  it("know lists by pages, arrays, unions and empty answers", () => {
    const answers = [pageOf(Team), z.array(Team), z.union([Team, Team2]), undefined].map((response) =>
      typesOf(publicRoute({ summary: "All", ...(response ? { response } : {}), handle } as never)),
    );
    expect(answers).toEqual([
      '"/teams": { input: NoInput; item: z.output<typeof teamsSchema.Team> };',
      '"/teams": { input: NoInput; answer: z.output<typeof teamsSchema.Team>[] };',
      '"/teams": { input: NoInput; answer: z.output<typeof teamsSchema.Team> | z.output<typeof teamsOldSchema.Team2> };',
      '"/teams": { input: NoInput; answer: undefined };',
    ]);
  });

  it("may be called without a query that asks for nothing", () => {
    const query = NameQuery.partial();
    const route = publicRoute({ summary: "All", query, handle } as never);
    const known = new Map([...names, [query as z.ZodType, { file: "teams/schema", name: "Any" }]]);
    expect(clientTypesSource({ "/teams": { GET: route } }, known)).toContain(
      "query?: Query<z.input<typeof teamsSchema.Any>>",
    );
  });

  it("are refused to a schema without a name, by the route that declares it", () => {
    const route = publicRoute({ summary: "One", response: z.object({ id: z.string() }), handle } as never);
    expect(() => typesOf(route)).toThrow("GET /teams: it declares a schema that no schema.ts exports");
  });
});
