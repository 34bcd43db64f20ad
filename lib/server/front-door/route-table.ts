import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/*
 * Which methods each path has, read off the route files: Next refuses the others with an empty 405.
 */

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
const API = path.join("app", "api", "v1");
const APP = "app";
const ROUTE_FILE = /^route\.tsx?$/;
/** Folders that are no part of the address, and those that take any rest of it. */
const GROUP = /^\(/;
const REST = "[...";

/** The methods of a route, and whether it answers OPTIONS in its own way, as those do that other origins may call. */
export type RouteMethods = { methods: string[]; answersOptions: boolean };

type Folder = { children: Map<string, Folder>; route: RouteMethods | null };

/** The methods that a route file exports, and those that Next adds to them. */
function methodsIn(source: string): RouteMethods {
  const exported = METHODS.filter((method) =>
    new RegExp(
      `^export (?:const ${method}\\b|(?:async )?function ${method}\\b|\\{[^}]*\\b${method}\\b)`,
      "m",
    ).test(source),
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

/** Gives the methods of a path such as `/workspaces/7/members`; null where no route is. */
type RouteTable = (pathname: string) => RouteMethods | null;

function readTable(base: string, isMeant: (file: string) => boolean): RouteTable {
  const top: Folder = { children: new Map(), route: null };
  for (const file of readdirSync(base, { recursive: true, encoding: "utf8" })) {
    if (!ROUTE_FILE.test(path.basename(file)) || !isMeant(file)) continue;
    let folder = top;
    for (const name of path.dirname(file).split(path.sep)) {
      if (GROUP.test(name)) continue;
      const key = name.startsWith("[") ? "[]" : name;
      const inner = folder.children.get(key) ?? { children: new Map(), route: null };
      folder.children.set(key, inner);
      folder = inner;
    }
    folder.route = methodsIn(readFileSync(path.join(base, file), "utf8"));
  }
  return (pathname) => find(top, pathname.split("/").slice(1));
}

/** Reads the route files of the API below a project's root. */
export function readRouteTable(root: string): RouteTable {
  return readTable(path.join(root, API), () => true);
}

/** Reads the other route files below a project's root, such as those that forms of public pages post to; no pages. */
export function readPageRouteTable(root: string): RouteTable {
  const api = path.relative(APP, API) + path.sep;
  return readTable(path.join(root, APP), (file) => !file.startsWith(api) && !file.includes(REST));
}
