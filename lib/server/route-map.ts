import path from "node:path";
import { z } from "zod";
import { PageOf, type Route } from "@/lib/routes/route";

/*
 * What is generated from the route files: the list of all routes, and the types by which the interface calls them.
 * `npm run routes` writes both (lib/server/routes.ts).
 */

/** Custom verbs: their folders hold no colon, because not every file system can. */
const VERB =
  /^\/tracker\/(devices|events|evidence|rules)\/(enroll|heartbeat|batch|presign|preview|apply|cancel|import)$/;
const DEEP_VERB =
  /^(\/tracker\/evidence\/\{\w+\}|\/workspaces\/\{\w+\}\/tracker(?:\/rules)?)\/(verify|pause|preview|apply|cancel|import)$/;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const NOTICE =
  "// Generated from the route files by `npm run routes`; `npm run check` fails when it is out of date.\n";

/** What a route file exports. */
export type RouteModule = Readonly<Record<string, Route>>;
/** Where each schema that a file of `lib` exports is found: `{ file: "teams/schema", name: "Team" }`. */
export type SchemaNames = ReadonlyMap<z.ZodType, { file: string; name: string }>;

/** `tracker/devices/enroll/route.ts` → `/tracker/devices:enroll`; `[id]` → `{id}`. */
export function publicPath(file: string): string {
  const folder = `/${path.dirname(file).split(path.sep).join("/")}`.replace(/\[(\w+)\]/g, "{$1}");
  return folder.replace(VERB, "/tracker/$1:$2").replace(DEEP_VERB, "$1:$2");
}

/** The source of the list of routes that the API reference is made from. @param files below `app/api/v1` */
export function manifestSource(files: readonly string[]): string {
  const entries = files
    .map((file) => ({ route: publicPath(file), module: `@/app/api/v1/${file.replace(/\.ts$/, "")}` }))
    .sort((a, b) => (a.route < b.route ? -1 : 1))
    .map(({ route, module }) => `  "${route}": () => import("${module}"),\n`);
  return `${NOTICE}import type { RouteManifest } from "@/lib/routes/openapi";

const routes = {
${entries.join("")}} satisfies RouteManifest;

export type Routes = typeof routes;
/** Every public path and the file that serves it. */
export const ROUTES: RouteManifest = routes;
`;
}

/** `teams/members/schema` → `teamsMembersSchema`. */
function aliasOf(file: string): string {
  return file.replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Writes the types of one file's schemas, and remembers which files they come from. */
class TypeWriter {
  readonly files = new Set<string>();
  constructor(private readonly names: SchemaNames) {}

  /**
   * The type of what a schema takes or gives, by the name under which it is exported.
   * @throws when neither it nor what it is an array or union of is exported
   */
  typeOf(schema: z.ZodType, side: "input" | "output"): string {
    const found = this.names.get(schema);
    if (found) {
      this.files.add(found.file);
      return `z.${side}<typeof ${aliasOf(found.file)}.${found.name}>`;
    }
    if (schema instanceof z.ZodArray) return `${this.typeOf(schema.element as z.ZodType, side)}[]`;
    if (schema instanceof z.ZodUnion) {
      return schema.options.map((option) => this.typeOf(option as z.ZodType, side)).join(" | ");
    }
    throw new Error("it declares a schema that no schema.ts exports: give it a name there");
  }
}

/** `params: { workspace_id: string }` of the variable parts of a path. */
function paramsType(route: string): string | null {
  const fields = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string`);
  return fields.length === 0 ? null : `params: { ${fields.join("; ")} }`;
}

function inputType(route: string, { declaration }: Route, writer: TypeWriter): string {
  const { query, body, ifMatch } = declaration;
  const mayOmit = (schema: z.ZodType, empty: unknown) => (schema.safeParse(empty).success ? "?" : "");
  const parts = [
    paramsType(route),
    query && `query${mayOmit(query, {})}: Query<${writer.typeOf(query, "input")}>`,
    body && `body${mayOmit(body, undefined)}: ${writer.typeOf(body, "input")}`,
    ifMatch && "ifMatch?: string",
  ].filter(Boolean);
  return parts.length === 0 ? "NoInput" : `{ ${parts.join("; ")} }`;
}

function answerType({ declaration }: Route, writer: TypeWriter): string {
  const { response, accepted } = declaration;
  if (response === "csv") return "file: true";
  if (response === "events") return "events: true";
  if (response === "redirect") return "redirect: true";
  if (response === undefined) return "answer: undefined";
  if (response instanceof PageOf) return `item: ${writer.typeOf(response.items.element, "output")}`;
  const types = [response, ...(accepted ? [accepted] : [])].map((each) => writer.typeOf(each, "output"));
  return `answer: ${types.join(" | ")}`;
}

/**
 * The source of the types by which the interface calls the routes: per method and path, what goes in and what is answered.
 * It names the schemas of `lib` and knows nothing of `app`.
 * @param modules route files by their public path
 * @throws when a route declares a schema that has no exported name
 */
export function clientTypesSource(
  modules: Readonly<Record<string, RouteModule>>,
  names: SchemaNames,
): string {
  const writer = new TypeWriter(names);
  const interfaces = METHODS.map((method) => {
    const entries = Object.keys(modules)
      .sort()
      .flatMap((at) => {
        const route = modules[at]?.[method];
        if (!route) return [];
        try {
          return [`    "${at}": { input: ${inputType(at, route, writer)}; ${answerType(route, writer)} };\n`];
        } catch (error) {
          throw new Error(`${method} ${at}: ${(error as Error).message}`);
        }
      });
    return `  ${method}: {\n${entries.join("")}  };\n`;
  });
  const imports = [...writer.files]
    .sort()
    .map((file) => `import type * as ${aliasOf(file)} from "@/lib/${file}";\n`);
  return `${NOTICE}import type { z } from "zod";
${imports.join("")}import type { NoInput, Query } from "@/lib/ui/api/query";

/**
 * Per method and path: \`input\` is what goes in, and what is answered is \`answer\`, a list of \`item\`s by pages, a \`file\`,
 * \`events\`, or a \`redirect\`.
 */
export interface Routes {
${interfaces.join("")}}
`;
}
