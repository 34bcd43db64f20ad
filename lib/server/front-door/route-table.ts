import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/*
 * Which methods each path of the API has, read off its route files: Next refuses the others with an empty 405.
 */

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
const FOLDER = path.join("app", "api", "v1");

/** The methods of a route, and whether it answers OPTIONS in its own way, as those do that other origins may call. */
export type RouteMethods = { methods: string[]; answersOptions: boolean };

type Folder = { children: Map<string, Folder>; route: RouteMethods | null };

/** The methods that a route file exports, and those that Next adds to them. */
function methodsIn(source: string): RouteMethods {
  const exported = METHODS.filter((method) =>
    new RegExp(`^export (?:const ${method}\\b|\\{[^}]*\\b${method}\\b)`, "m").test(source),
  );
  const added = ["OPTIONS", ...(exported.includes("GET") ? ["HEAD"] : [])];
  return {
    methods: [...new Set([...exported, ...added])].sort(),
    answersOptions: exported.includes("OPTIONS"),
  };
}

function find({ children, route }: Folder, parts: string[]): RouteMethods | null {
  const [part, ...rest] = parts;
  if (part === undefined) return route;
  const named = children.get(part);
  const found = named ? find(named, rest) : null;
  if (found) return found;
  const variable = part === "" ? undefined : children.get("[]");
  return variable ? find(variable, rest) : null;
}

/**
 * Reads the route files below a project's root.
 * @returns gives the methods of a path such as `/workspaces/7/members`; null where no route is
 */
export function readRouteTable(root: string): (apiPath: string) => RouteMethods | null {
  const base = path.join(root, FOLDER);
  const top: Folder = { children: new Map(), route: null };
  for (const file of readdirSync(base, { recursive: true, encoding: "utf8" })) {
    if (path.basename(file) !== "route.ts") continue;
    let folder = top;
    for (const name of path.dirname(file).split(path.sep)) {
      const key = name.startsWith("[") ? "[]" : name;
      const inner = folder.children.get(key) ?? { children: new Map(), route: null };
      folder.children.set(key, inner);
      folder = inner;
    }
    folder.route = methodsIn(readFileSync(path.join(base, file), "utf8"));
  }
  return (apiPath) => find(top, apiPath.split("/").slice(1));
}
