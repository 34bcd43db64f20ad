import { z } from "zod";
import type { ZodOpenApiMediaTypeObject, ZodOpenApiOperationObject } from "zod-openapi";
import type { Proof } from "@/lib/http/proof";
import { areaOf } from "@/lib/routes/areas";
import { answersOf } from "@/lib/routes/describe-answers";
import { takesIdempotencyKey } from "@/lib/routes/idempotency/answer-once";
import { operationIdOf } from "@/lib/routes/operation-id";
import { type AnyDeclaration, mayOmitBody, type Route } from "@/lib/routes/route";

/*
 * One operation of the API reference, built from its route's declaration.
 */

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof METHODS)[number];

/** What lets callers of most routes in. */
export const BEARER = {
  name: "bearer",
  scheme: {
    type: "http",
    scheme: "bearer",
    description: "A developer JWT or an API token (`svc_…`).",
  },
} satisfies Proof;

/** How requests to a route prove who sends them. */
export function proofsOf({ kind, declaration }: Route): readonly Proof[] {
  if (declaration.proofs) return declaration.proofs;
  if (kind === "bearer" || kind === "workspace") return [BEARER];
  return declaration.knowsCaller ? [null, BEARER] : [];
}

function objectSchema(schema: z.ZodType | undefined, where: string): z.ZodObject {
  if (schema === undefined) return z.object({});
  if (schema instanceof z.ZodObject) return schema;
  throw new Error(`${where} must be a z.object`);
}

/** `workspace_id` → "The workspace's id", unless its schema says something better. */
function described(name: string, schema: z.ZodType = z.uuid()): z.ZodType {
  if (z.globalRegistry.get(schema)?.description !== undefined) return schema;
  const [, thing = "", part = ""] = /^(\w+)_([a-z]+)$/.exec(name) ?? [];
  const description = thing === "" ? `The ${name}` : `The ${thing.replaceAll("_", " ")}'s ${part}`;
  return schema.meta({ ...z.globalRegistry.get(schema), description });
}

/** What query parameters with these names do, unless their schema says something better. */
const QUERY_WORDS: Readonly<Record<string, string>> = {
  bucket: "What is counted together",
  code: "From the sign-in provider",
  contains: "Only what contains this text",
  cursor: "From the `Link` header of the page before",
  days: "How many days back",
  device_id: "The device's id, as it was enrolled",
  error: "From the sign-in provider, where it refused",
  format: "The file's format",
  group: "By what it is summed up",
  iss: "From the sign-in provider",
  provider: "The provider's name",
  search: "Only what contains this text",
  since: "Only what happened since then",
  sort: "The order",
  state: "From the sign-in provider, as it was sent there",
  title: "What is to be compared",
  until: "Only what happened before",
};

/** A query in which every parameter is described: most filter the list by the field of that name. */
function describedQuery(query: z.ZodObject): z.ZodObject {
  const entries = Object.entries(query.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const own = z.globalRegistry.get(schema);
    if (own?.description !== undefined) return [name, schema];
    const description = QUERY_WORDS[name] ?? `Only those with this \`${name}\``;
    return [name, schema.meta({ ...own, description })];
  });
  return z.object(Object.fromEntries(entries));
}

/** Path parameters that a wrapper reads by itself, such as `workspace_id`, are in no schema of the route. */
function pathParams(path: string, declaration: AnyDeclaration): z.ZodObject {
  const declared = objectSchema(declaration.params, `params of ${path}`);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return z.object(Object.fromEntries(names.map((name) => [name, described(name, declared.shape[name])])));
}

const IfMatchHeader = z.string().optional().meta({
  description:
    'Make the change only while the thing is in this version, as its `ETag` shows it: `"3"`, several of them, or `*`',
  example: '"3"',
});

const IdempotencyKeyHeader = z.string().min(1).optional().meta({
  description:
    "Names this request, so that it can be sent again after a lost answer: for 24 hours a repeat gets the first answer, or a 409 where that holds a secret. The same key with another body is a 422.",
  example: '"0199a3f0-6d1c-7c43-9a53-3f8b6a0f2b11"',
});

const IfNoneMatchHeader = z.string().optional().meta({
  description:
    "The `ETag` of the answer that you have: when it is still that one, the answer is a 304 without a body",
  example: '"3"',
});

/** Header parameters for credentials with a header of their own, so that generated clients can set them. */
function proofParams(route: Route): Record<string, z.ZodType> {
  const headers = proofsOf(route).flatMap((proof) =>
    proof?.scheme.type === "apiKey" && proof.scheme.in === "header" ? [proof.scheme] : [],
  );
  return Object.fromEntries(
    headers.map(({ name = "", description = "" }) => [name, z.string().optional().meta({ description })]),
  );
}

/** The request headers that a route reads. */
function headerParams(route: Route): z.ZodObject {
  const { kind, declaration } = route;
  return z.object({
    ...proofParams(route),
    ...declaration.requestHeaders?.shape,
    ...(declaration.ifMatch ? { "If-Match": IfMatchHeader } : {}),
    ...(declaration.revalidates ? { "If-None-Match": IfNoneMatchHeader } : {}),
    ...(takesIdempotencyKey(kind, declaration) ? { "Idempotency-Key": IdempotencyKeyHeader } : {}),
  });
}

/** `262144` → `256 KiB`. */
export function kibibytes(bytes: number): string {
  return `${(bytes / 1024).toLocaleString("en")} KiB`;
}

/** What limited API tokens may do on a route that requires no permission. */
function reachOf({ kind, declaration }: Route): string | undefined {
  if (declaration.reach === "own_tracker")
    return "API tokens that are limited in permissions need `own_tracker`.";
  if (declaration.reach !== "personal") return undefined;
  const limits = kind === "workspace" ? "in permissions" : "to a workspace or in permissions";
  return `Not for API tokens that are limited ${limits}.`;
}

function descriptionOf(method: Method, route: Route): string {
  const { description, permission, sees, bodyBytesMax, response, errorFields } = route.declaration;
  const maySayMore = sees !== permission && (response !== undefined || errorFields !== undefined);
  return [
    description,
    permission && `Needs the permission \`${permission}\`.`,
    sees && method === "GET" && `Needs \`${sees}\` too.`,
    maySayMore &&
      sees &&
      method !== "GET" &&
      `Without \`${sees}\`, the answer shows of texts and values only those that you sent.`,
    reachOf(route),
    bodyBytesMax && `The body holds at most ${kibibytes(bodyBytesMax)}, as sent and unpacked.`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** The body that a route takes: as it parses it, or, if it reads bytes, as its sender writes them. */
function requestBody(
  method: Method,
  { body, sends = {}, example }: AnyDeclaration,
): ZodOpenApiOperationObject["requestBody"] {
  const content: Record<string, ZodOpenApiMediaTypeObject> = Object.fromEntries(
    Object.entries(sends).map(([type, { body: schema, examples }]) => [
      type,
      {
        schema,
        examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
      },
    ]),
  );
  if (body) content["application/json"] = { schema: body, ...(example === undefined ? {} : { example }) };
  if (Object.keys(content).length === 0) return undefined;
  return { required: !body || !mayOmitBody(method, body), content };
}

/** @throws if its path has no area, or its params or query is not a plain object */
export function operation(method: Method, path: string, route: Route): ZodOpenApiOperationObject {
  const { declaration } = route;
  const { summary, query } = declaration;
  const body = requestBody(method, declaration);
  return {
    operationId: operationIdOf(method, path, declaration),
    tags: [areaOf(path)],
    summary,
    description: descriptionOf(method, route),
    security: proofsOf(route).map((proof) => (proof ? { [proof.name]: [] } : {})),
    requestParams: {
      path: pathParams(path, declaration),
      query: describedQuery(objectSchema(query, `query of ${path}`)),
      header: headerParams(route),
    },
    ...(body ? { requestBody: body } : {}),
    responses: answersOf(route),
  };
}
