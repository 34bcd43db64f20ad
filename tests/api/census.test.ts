import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { apiDocument } from "@/app/api/v1/openapi.json/document";
import type { Route } from "@/lib/http/route";

/*
 * Walks the route files on disk, so that a route which someone forgot to describe, or wrote beside the wrappers, is
 * found by its file and not by a list that was forgotten too.
 */

const ROOT = path.resolve(import.meta.dirname, "../../app/api/v1");
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const HANDLER_LINES_MAX = 25;

const FILES = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "route.ts")
  .sort();

/** Custom verbs: their folders hold no colon, because not every file system can. */
const VERBS = ["devices/enroll", "devices/heartbeat", "events/batch", "evidence/presign"];

/** `tracker/devices/enroll/route.ts` → `/tracker/devices:enroll`; `[id]` → `{id}`. */
function publicPath(file: string): string {
  const folder = `/${path.dirname(file).split(path.sep).join("/")}`.replace(/\[(\w+)\]/g, "{$1}");
  const verb = VERBS.find((each) => folder === `/tracker/${each}`);
  return verb ? `/tracker/${verb.replace("/", ":")}` : folder;
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
      expect(["bearer", "workspace", "public", "inbound"]).toContain(route.kind);
      expect(route.declaration.summary).toMatch(/^[A-Z].*[^.]$/);
    }
  });

  it("stands in the API reference with all its methods", async () => {
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

describe("the API reference", () => {
  it("names no path that no file serves", async () => {
    const document = await apiDocument();
    expect(Object.keys(document.paths ?? {}).sort()).toEqual(FILES.map(publicPath).sort());
  });

  it("is read off more than one file", () => {
    expect(FILES.length).toBeGreaterThan(1);
  });
});
