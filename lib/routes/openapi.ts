import type { z } from "zod";
import {
  createDocument,
  type oas31,
  type ZodOpenApiOverride,
  type ZodOpenApiPathItemObject,
} from "zod-openapi";
import { JsonValue } from "@/lib/http/fields";
import { BODY_BYTES_MAX } from "@/lib/http/request-body";
import { AREAS, areaOf } from "@/lib/routes/areas";
import { errorResponses, HEADERS } from "@/lib/routes/describe-answers";
import {
  BEARER,
  kibibytes,
  METHODS,
  type Method,
  operation,
  proofsOf,
} from "@/lib/routes/describe-operation";
import { exampleOf } from "@/lib/routes/example-of";
import type { Route } from "@/lib/routes/route";

/*
 * The OpenAPI 3.1 document, built from the same declarations that the routes run by: each schema is written once, so
 * the reference can't differ from what the service does.
 */

/** A route module as `import()` gives it: a route per HTTP method. */
type RouteModule = Partial<Record<Method, Route>>;

/** Every public path with its route module, which is loaded only when someone requests the document. */
export type RouteManifest = Record<string, () => Promise<RouteModule>>;

type JsonSchema = Parameters<ZodOpenApiOverride>[0]["jsonSchema"];

/** A map with known keys becomes an object with these properties, which client generators understand. */
function nameKeys(jsonSchema: JsonSchema): void {
  const { required: keys, additionalProperties } = jsonSchema;
  if (!keys || typeof additionalProperties !== "object") return;
  jsonSchema.properties = Object.fromEntries(keys.map((key) => [String(key), additionalProperties]));
  delete jsonSchema.propertyNames;
  delete jsonSchema.additionalProperties;
}

/**
 * Several generators make TypeScript that does not compile of a type for all other properties beside some that may be
 * missing: what the others hold is left open.
 */
function openRest(jsonSchema: JsonSchema): void {
  const { properties = {}, additionalProperties } = jsonSchema;
  if (typeof additionalProperties !== "object" || Object.keys(properties).length === 0) return;
  jsonSchema.additionalProperties = {};
}

/** zod's description of a schema, without parts that tell a reader nothing or would forbid responses to gain fields. */
const tidy: ZodOpenApiOverride = ({ jsonSchema, zodSchema, io }) => {
  const { type } = zodSchema._zod.def;
  if (type === "string" && jsonSchema.format) delete jsonSchema.pattern;
  // JSON Schema writes patterns without slashes around them. Generators that add these would escape one twice.
  if (jsonSchema.pattern) jsonSchema.pattern = jsonSchema.pattern.replaceAll("\\/", "/");
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (type === "object" && io === "output") delete jsonSchema.additionalProperties;
  if (type === "object") openRest(jsonSchema);
  if (type === "record") nameKeys(jsonSchema);
  if (zodSchema === JsonValue) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof JsonSchema];
    jsonSchema.description = "Any JSON value";
  }
};

const DESCRIPTION = `One service for identity and access, projects, customers, forms, tables, webhooks and the device tracker.

**Authentication.** \`Authorization: Bearer <token>\` with a JWT from signing in or an API token (\`svc_…\`); both do the same. API tokens never outlive their developer.

**Base.** Every path also answers without \`/api/v1\` in front. Custom verbs such as \`events:batch\` are understood with \`:\` and with \`%3A\`.

**JSON.** Keys are snake_case, ids are strings, times are ISO 8601 in UTC. Unknown keys of a body are dropped; inside the \`values\` of a CRM record or a table's row they are refused. Bodies may be sent with \`Content-Encoding: gzip\`. A body holds at most ${kibibytes(BODY_BYTES_MAX)} where a route says nothing else.

**Lists** are bare arrays. \`?limit\` sets the page's length, and the \`Link\` header names the next page.

**Repeats.** Requests that make something take an \`Idempotency-Key\`: send the same one again when an answer was lost, and nothing is made twice. A key is yours alone, for one path, for 24 hours. A repeat gets the first answer, with \`Idempotent-Replayed: true\`; one that comes while the first is under way is a 409, and so is one whose first answer held a secret: it names the id of what was made.

**Errors** are \`{"detail": "<one sentence>"}\`, with \`issues\` where fields failed validation. Every answer carries \`X-Request-Id\`.`;

/** A request that the service sends to subscribers. */
type SentRequest = {
  summary: string;
  description: string;
  headers: z.ZodObject;
  body: z.ZodType;
  example: unknown;
};

function sentOperation(name: string, { summary, description, headers, body, example }: SentRequest) {
  return {
    post: {
      operationId: `events.${name}`,
      tags: ["Webhooks"],
      summary,
      description,
      security: [],
      requestParams: { header: headers },
      requestBody: { required: true, content: { "application/json": { schema: body, example } } },
      responses: { "2XX": { description: "Received; with any other status it is sent again" } },
    },
  } satisfies ZodOpenApiPathItemObject;
}

/** Text, number, boolean, null, list and map. */
const JSON_TYPES = 6;
const NAMELESS = /^__schema\d+$/;

/**
 * The schemas that make up `JsonValue` contain themselves, and so got generated names that say nothing: references to
 * them lead to `JsonValue` instead.
 * @throws if another schema contains itself and has no name
 */
function withoutNameless(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  for (const name of Object.keys(schemas).filter((each) => NAMELESS.test(each))) {
    const { anyOf } = schemas[name] as oas31.SchemaObject;
    if (anyOf?.length !== JSON_TYPES) throw new Error(`a schema that holds itself needs an id: ${name}`);
    delete schemas[name];
  }
  const text = JSON.stringify(document);
  return JSON.parse(
    text.replaceAll(/#\/components\/schemas\/__schema\d+"/g, '#/components/schemas/JsonValue"'),
  );
}

/** Removes shared errors to which nothing refers, because each route that answers them declares fields of its own. */
function removeUnusedResponses(document: oas31.OpenAPIObject): void {
  const responses = document.components?.responses ?? {};
  const text = JSON.stringify(document.paths);
  for (const name of Object.keys(responses)) {
    if (!text.includes(`"#/components/responses/${name}"`)) delete responses[name];
  }
}

/**
 * Says in words what a field is when a body leaves it out: of a `default`, openapi-typescript makes a field that every
 * body must have.
 */
function sayDefaults(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const { properties = {}, required = [] } = value as oas31.SchemaObject;
  for (const [name, field] of Object.entries(properties) as [string, oas31.SchemaObject][]) {
    if (field?.default === undefined) continue;
    const sentence = `Default: \`${JSON.stringify(field.default)}\``;
    const before = field.description ? `${field.description.replace(/\.$/, "")}. ` : "";
    if (!required.includes(name)) field.description = before + sentence;
    delete field.default;
  }
  for (const part of Object.values(value)) sayDefaults(part);
}

/** Gives every JSON body an example if it has none, in requests and responses. */
function addExamples(document: oas31.OpenAPIObject): void {
  const complete = (holder: unknown, isSent: boolean) => {
    const json = (holder as oas31.RequestBodyObject | undefined)?.content?.["application/json"];
    const schema = json && "schema" in json ? json.schema : undefined;
    if (json && schema && !("example" in json || "examples" in json))
      Object.assign(json, { example: exampleOf(document, schema, isSent) });
  };
  for (const item of Object.values(document.paths ?? {})) {
    for (const { requestBody, responses } of Object.values(item) as oas31.OperationObject[]) {
      complete(requestBody, true);
      for (const response of Object.values(responses ?? {})) complete(response, false);
    }
  }
}

/** General information about the service, and what the document contains besides the routes. */
type About = {
  /** The service's address, without a trailing slash. */
  baseUrl: string;
  version: string;
  /** Schemas that a route applies by itself, so that they appear only in descriptions, not in a body. */
  schemas?: Record<string, z.ZodType>;
  /** The requests that the service sends, by name. */
  sent?: Record<string, SentRequest>;
};

/**
 * Builds the OpenAPI 3.1 document of all routes in a manifest and of the requests that the service sends.
 * @throws if a path has no area, or a route's params or query is not a plain object
 */
export async function buildDocument(
  manifest: RouteManifest,
  { baseUrl, version, schemas = {}, sent = {} }: About,
): Promise<oas31.OpenAPIObject> {
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  const proofs = new Map([[BEARER.name, BEARER.scheme as oas31.SecuritySchemeObject]]);
  await Promise.all(
    Object.entries(manifest).map(async ([path, load]) => {
      const item: ZodOpenApiPathItemObject = {};
      paths[path] = item;
      const module = await load();
      for (const method of METHODS) {
        const route = module[method];
        if (!route) continue;
        item[method.toLowerCase() as Lowercase<Method>] = operation(method, path, route);
        for (const proof of proofsOf(route)) if (proof) proofs.set(proof.name, proof.scheme);
      }
    }),
  );
  const tags = AREAS.filter(({ name }) => Object.keys(paths).some((path) => areaOf(path) === name));
  const document = createDocument(
    {
      openapi: "3.1.1",
      info: {
        title: "Workspace Platform Service",
        version,
        description: DESCRIPTION,
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
        contact: { name: "Whoever runs this service", url: baseUrl },
      },
      servers: [{ url: `${baseUrl}/api/v1` }],
      security: [{ [BEARER.name]: [] }],
      tags: tags.map(({ name, description }) => ({ name, description })),
      paths,
      webhooks: Object.fromEntries(
        Object.entries(sent).map(([name, request]) => [name, sentOperation(name, request)]),
      ),
      components: {
        securitySchemes: Object.fromEntries([...proofs].sort()),
        schemas,
        headers: HEADERS,
        responses: errorResponses(),
      },
    },
    { override: tidy },
  );
  const closed = withoutNameless(document);
  removeUnusedResponses(closed);
  sayDefaults([closed.paths, closed.webhooks, closed.components?.schemas]);
  addExamples(closed);
  return closed;
}
