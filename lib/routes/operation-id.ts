import { z } from "zod";
import { type AnyDeclaration, PageOf } from "@/lib/routes/route";

/** Path segments that only say where something is: operation names leave them out. */
const PLACES = ["/workspaces/{workspace_id}", "/crm/objects/{object_slug}", "/developers"];

/** Last path segments that are verbs already. */
const ACTIONS = new Set([
  ...["callback", "connectCrm", "login", "search"],
  ...[
    "duplicate",
    "enroll",
    "export",
    "import",
    "redeliver",
    "replay",
    "resend",
    "retry",
    "rotateSecret",
    "test",
  ],
]);

const VERBS = { GET: "get", POST: "run", PUT: "set", PATCH: "update", DELETE: "delete", OPTIONS: "options" };

const camelCase = (words: string) =>
  words.replace(/[^A-Za-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * `/workspaces/{workspace_id}/crm/objects/{object_slug}/records` → `/crm/records`; unchanged if nothing would be left.
 */
function withoutPlaces(path: string): string {
  const [workspace = "", objects = "", developers = ""] = PLACES;
  let rest = path;
  if (rest.startsWith(`${workspace}/`)) rest = rest.slice(workspace.length);
  if (rest.startsWith(`${objects}/`)) rest = `/crm${rest.slice(objects.length)}`;
  if (rest.startsWith(`${developers}/`)) rest = rest.slice(developers.length);
  return rest;
}

function verbOf(method: keyof typeof VERBS, isOne: boolean, declaration: AnyDeclaration): string {
  const { response, status, makes } = declaration;
  if (method === "GET") {
    return !isOne && (response instanceof PageOf || response instanceof z.ZodArray) ? "list" : "get";
  }
  if (method === "POST" && (status === 201 || makes)) return "create";
  return VERBS[method];
}

/**
 * The name of an operation in generated clients: `crm.records.list` for `GET
 * /workspaces/{workspace_id}/crm/objects/{object_slug}/records`. The literal parts of the path come first, then a verb:
 * the last part itself if it is one (`:enroll`, or a POST that creates nothing). A declaration's own `operationId`
 * wins.
 */
export function operationIdOf(method: keyof typeof VERBS, path: string, declaration: AnyDeclaration): string {
  if (declaration.operationId !== undefined) return declaration.operationId;
  const nodes = withoutPlaces(path).split(/[/:]/).filter(Boolean);
  const isOne = nodes.at(-1)?.startsWith("{") ?? false;
  const words = nodes.filter((node) => !node.startsWith("{")).map(camelCase);
  const verb = verbOf(method, isOne, declaration);
  const isNamed = verb === "run" || (!isOne && ACTIONS.has(words.at(-1) ?? ""));
  return (isNamed ? words : [...words, verb]).join(".");
}
