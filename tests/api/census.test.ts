import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { apiDocument } from "@/app/api/v1/openapi.json/document";
import { CATALOG } from "@/lib/access/catalog";
import { takesIdempotencyKey } from "@/lib/routes/idempotency/answer-once";
import type { Route } from "@/lib/routes/route";
import { readRouteTable } from "@/lib/server/front-door/route-table";
import { manifestSource } from "@/lib/server/route-map";

/*
 * Walks the route files on disk, so that a route which someone forgot to describe, or wrote beside the wrappers, is
 * found by its file and not by a list that was forgotten too.
 */

const ROOT = path.resolve(import.meta.dirname, "../../app/api/v1");
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const methodsOf = readRouteTable(path.resolve(ROOT, "../../.."));
const HANDLER_LINES_MAX = 25;

const FILES = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "route.ts")
  .sort();

/** Custom verbs: their folders hold no colon, because not every file system can. */
const VERBS = [
  "/tracker/devices/enroll",
  "/tracker/devices/heartbeat",
  "/tracker/events/batch",
  "/tracker/evidence/presign",
  "/tracker/evidence/{evidence_ref}/verify",
  "/tracker/rules/preview",
  "/tracker/rules/apply",
  "/tracker/rules/cancel",
  "/tracker/rules/import",
  "/workspaces/{workspace_id}/tracker/pause",
  "/workspaces/{workspace_id}/tracker/rules/preview",
  "/workspaces/{workspace_id}/tracker/rules/apply",
  "/workspaces/{workspace_id}/tracker/rules/cancel",
  "/workspaces/{workspace_id}/tracker/rules/import",
];

/** `tracker/devices/enroll/route.ts` → `/tracker/devices:enroll`; `[id]` → `{id}`. */
function publicPath(file: string): string {
  const folder = `/${path.dirname(file).split(path.sep).join("/")}`.replace(/\[(\w+)\]/g, "{$1}");
  return VERBS.includes(folder) ? folder.replace(/\/(\w+)$/, ":$1") : folder;
}

async function routesOf(file: string): Promise<[string, Route][]> {
  const module = (await import(path.join(ROOT, file))) as Record<string, Route>;
  return Object.entries(module);
}

describe.each(FILES)("app/api/v1/%s", (file) => {
  it("exports nothing but routes made by the wrappers", async () => {
    const routes = await routesOf(file);
    expect(routes.length).toBeGreaterThan(0);
    for (const [method, route] of routes) {
      expect(METHODS).toContain(method);
      expect(["bearer", "workspace", "public", "inbound", "editor"]).toContain(route.kind);
      expect(route.declaration.summary).toMatch(/^[A-Z].*[^.]$/);
    }
  });

  it("has the methods that the front door lets through", async () => {
    const methods = (await routesOf(file)).map(([method]) => method);
    const added = ["OPTIONS", ...(methods.includes("GET") ? ["HEAD"] : [])];
    const folder = `/${path.dirname(file).split(path.sep).join("/")}`;
    expect(methodsOf(folder)).toEqual({
      methods: [...new Set([...methods, ...added])].sort(),
      answersOptions: methods.includes("OPTIONS"),
    });
  });

  it("appears in the API reference with all its methods", async () => {
    const document = await apiDocument();
    const described = Object.keys(document.paths?.[publicPath(file)] ?? {});
    const exported = (await routesOf(file)).map(([method]) => method.toLowerCase());
    expect(described.sort()).toEqual(exported.sort());
  });

  it("declares: no try, no database, no handler longer than 25 lines", () => {
    const source = readFileSync(path.join(ROOT, file), "utf8");
    expect(source).not.toMatch(/\btry\b\s*\{|[Pp]risma|process\.env/);
    for (const handler of source.split(/^export const /m).slice(1)) {
      const lines = handler.slice(0, handler.search(/^\}\);?$/m)).split("\n");
      expect(lines.length).toBeLessThanOrEqual(HANDLER_LINES_MAX);
    }
  });
});

describe("routes that create something", () => {
  /** Of kinds whose callers can't send one; what an editor sends twice is known by its content. */
  const WITHOUT_KEY = ["public", "editor"];

  /** The properties of a schema at any depth, by name. */
  function propertiesOf(schema: unknown): [string, Record<string, unknown>][] {
    if (typeof schema !== "object" || schema === null) return [];
    return Object.entries(schema).flatMap(([key, inner]) => [
      ...(key === "properties" ? (Object.entries(inner) as [string, Record<string, unknown>][]) : []),
      ...propertiesOf(inner),
    ]);
  }

  it("accept an Idempotency-Key if they answer 201 to a caller, and the reference says so", async () => {
    const document = await apiDocument();
    let counted = 0;
    for (const file of FILES) {
      for (const [method, route] of await routesOf(file)) {
        const { kind, declaration } = route;
        const makes = method === "POST" && declaration.status === 201 && !WITHOUT_KEY.includes(kind);
        if (!makes && !declaration.makes) continue;
        counted += 1;
        expect([file, method]).toEqual([file, "POST"]);
        expect(takesIdempotencyKey(kind, declaration)).toBe(true);
        const described = document.paths?.[publicPath(file)]?.post?.parameters ?? [];
        expect(described).toContainEqual(expect.objectContaining({ in: "header", name: "Idempotency-Key" }));
      }
    }
    expect(counted).toBeGreaterThan(30);
  });

  it("mark each secret in their answers, so that none is stored for repeats", async () => {
    const secretNames: string[] = [];
    for (const file of FILES) {
      for (const [, { kind, declaration }] of await routesOf(file)) {
        const { response } = declaration;
        if (!takesIdempotencyKey(kind, declaration) || !(response instanceof z.ZodType)) continue;
        const schema = z.toJSONSchema(response, { io: "output", unrepresentable: "any" });
        for (const [name, property] of propertiesOf(schema)) {
          const isNamedSo = /^(?!has_)(.*_)?(token|secret|password)$/.test(name);
          const isOnce = /this answer only/i.test(String(property.description ?? ""));
          if (isNamedSo || isOnce) {
            expect([file, name, property["x-secret"]]).toEqual([file, name, true]);
            secretNames.push(name);
          }
        }
      }
    }
    expect([...new Set(secretNames)].sort()).toEqual(["key", "secret", "token", "url"]);
  });
});

describe("the permissions of workspace routes", () => {
  async function workspaceRoutes() {
    const ofFiles = await Promise.all(FILES.map(async (file) => ({ file, routes: await routesOf(file) })));
    return ofFiles.flatMap(({ file, routes }) =>
      routes
        .filter(([, { kind }]) => kind === "workspace")
        .map(([method, { declaration }]) => ({
          path: publicPath(file).replace("/workspaces/{workspace_id}", ""),
          method,
          changes: method !== "GET" && !declaration.reads,
          permission: declaration.permission,
        })),
    );
  }
  const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`.trim();

  /** Where it is not the first part of the path that says what a route is about. */
  const AREAS: [RegExp, string][] = [
    [/^\/(crm\/webhooks|api-keys|chat-teams|integrations|product-events)\b/, "webhooks"],
    [/\/tracker\b/, "tracker"],
    [/^\/members\/[^/]+\/permissions$/, "roles"],
    [/^\/invites\b/, "members"],
    [/^$|^\/sample-data$/, "settings"],
  ];
  const areaOf = (path: string) => AREAS.find(([of]) => of.test(path))?.[1] ?? path.split("/")[1];

  it("are of what their path is about", async () => {
    const categories = new Map<unknown, string>(CATALOG.map(({ slug, category }) => [slug, category]));
    const guarded = (await workspaceRoutes()).filter(({ permission }) => permission !== undefined);
    const strange = guarded.filter(({ path, permission }) => categories.get(permission) !== areaOf(path));
    expect([guarded.length > 150, strange.map(named)]).toEqual([true, []]);
  });

  it("are more than to see it, but for one's own views and notices and what the handler judges", async () => {
    const open = (await workspaceRoutes()).filter(
      ({ changes, permission }) => changes && (permission === undefined || /^can_view_/.test(permission)),
    );
    expect(open.map(named).sort()).toEqual([
      "DELETE",
      "DELETE /crm/objects/{object_slug}/views/{view_id}",
      "DELETE /live/people",
      "DELETE /members/{developer_id}",
      "PATCH /crm/objects/{object_slug}/views/{view_id}",
      "POST /crm/objects/{object_slug}/views",
      "POST /notifications/read-all",
      "POST /notifications/{notification_id}/read",
      "PUT /live/people",
    ]);
  });
});

describe("paths whose changes can be made conditional with If-Match", () => {
  it("show the version to send as the ETag of every answer that holds the thing", async () => {
    const takesIfMatch = ({ declaration }: Route) => declaration.ifMatch !== undefined;
    const conditional: string[] = [];
    const untold: string[] = [];
    for (const file of FILES) {
      const routes = await routesOf(file);
      if (!routes.some(([, route]) => takesIfMatch(route))) continue;
      conditional.push(publicPath(file));
      for (const [method, { declaration }] of routes) {
        const holdsIt =
          declaration.response instanceof z.ZodObject && "row_version" in declaration.response.shape;
        if (holdsIt && !declaration.version) untold.push(`${method} ${publicPath(file)}`);
      }
    }
    expect(untold).toEqual([]);
    expect(conditional.length).toBeGreaterThan(2);
  });
});

describe("times that callers send", () => {
  /** The schemas of times within a schema, at any depth. */
  function timesIn(value: unknown, seen = new Set<unknown>()): z.ZodType[] {
    if (typeof value !== "object" || value === null || seen.has(value)) return [];
    seen.add(value);
    if (value instanceof z.ZodType && "format" in value && value.format === "datetime") return [value];
    const inner = value instanceof z.ZodType ? value._zod.def : value;
    return Object.values(inner).flatMap((each) => timesIn(each, seen));
  }

  it("may have an offset from UTC, and lie in years that can be stored", async () => {
    const sent: { where: string; time: z.ZodType }[] = [];
    for (const file of FILES) {
      for (const [method, { declaration }] of await routesOf(file)) {
        const times = [...timesIn(declaration.query), ...timesIn(declaration.body)];
        sent.push(...times.map((time) => ({ where: `${method} ${publicPath(file)}`, time })));
      }
    }
    const refusing = (text: string) => sent.filter(({ time }) => !time.safeParse(text).success);
    expect(refusing("2026-11-20T09:30:00.000Z")).toEqual([]);
    expect(refusing("2026-11-20T10:30:00.123456+01:00").map(({ where }) => where)).toEqual([]);
    expect(refusing("2026-11-20T09:30:00+00:00")).toEqual([]);
    expect(refusing("2026-11-20t09:30:00z").map(({ where }) => where)).toEqual([]);
    expect(refusing("0000-01-01T00:00:00Z").length).toBe(sent.length);
    expect(sent.length).toBeGreaterThan(30);
  });
});

describe("the API reference", () => {
  it("names only paths that a file serves", async () => {
    const document = await apiDocument();
    expect(Object.keys(document.paths ?? {}).sort()).toEqual(FILES.map(publicPath).sort());
  });

  it("is made from the list that is generated from these files", () => {
    const listed = FILES.filter((file) => publicPath(file) !== "/openapi.json");
    expect(readFileSync(path.join(ROOT, "openapi.json/routes.ts"), "utf8")).toBe(manifestSource(listed));
  });

  it("is generated from more than one file", () => {
    expect(FILES.length).toBeGreaterThan(1);
  });
});
