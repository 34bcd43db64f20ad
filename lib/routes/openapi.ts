import { STATUS_CODES } from "node:http";
import { z } from "zod";
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathItemObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { type ErrorCode, STATUS_OF_CODE } from "@/lib/http/app-error";
import { BODY_BYTES_MAX } from "@/lib/http/request-body";
import { AREAS, areaOf } from "@/lib/routes/areas";
import { takesIdempotencyKey } from "@/lib/routes/idempotency/answer-once";
import { type AnyDeclaration, PageOf, type Route, type RouteKind } from "@/lib/routes/route";

/*
 * OpenAPI 3.1 out of the very declarations that the routes run by: a schema is written once, so the reference can't
 * say one thing and the service do another.
 */

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];

/** A route module as `import()` gives it: a route per HTTP method. */
type RouteModule = Partial<Record<Method, Route>>;

/** Every public path with its route module, which is not loaded before the document is asked for. */
export type RouteManifest = Record<string, () => Promise<RouteModule>>;

/** What each error status means, wherever it is answered. */
const ERRORS = {
  400: {
    name: "BadRequest",
    description: "The query or the body can't be read: malformed JSON, a bad parameter.",
  },
  401: { name: "Unauthenticated", description: "The bearer token is missing, invalid or expired." },
  402: {
    name: "PaymentRequired",
    description: "The workspace's plan has no place left; the answer says how to get more.",
  },
  403: {
    name: "Forbidden",
    description: "The caller may not do this, or there is nothing here that they may see.",
  },
  404: { name: "NotFound", description: "It does not exist, or belongs to someone else." },
  409: { name: "Conflict", description: "The request conflicts with the current state." },
  410: { name: "Gone", description: "It was here and has expired or been used up." },
  412: {
    name: "PreconditionFailed",
    description: "It is no longer in the version that `If-Match` names; the body holds how it is now.",
  },
  413: { name: "TooLarge", description: "The body is larger than the route takes, as sent or unpacked." },
  415: {
    name: "UnsupportedEncoding",
    description: "The body's Content-Encoding is neither identity nor gzip.",
  },
  422: {
    name: "Invalid",
    description: "A field of the body is not valid; `issues` names which.",
  },
  429: {
    name: "TooManyRequests",
    description: "A limit is exceeded; try again after `Retry-After` seconds.",
  },
  500: { name: "Fault", description: "Something went wrong on the service's side; quote the request id." },
  503: { name: "Unavailable", description: "A part that this needs is not configured or can't be reached." },
} as const satisfies Record<(typeof STATUS_OF_CODE)[ErrorCode] | 500, { name: string; description: string }>;

const ErrorBody = z
  .object({
    detail: z.string().meta({ description: "One sentence for people" }),
    issues: z
      .array(
        z.object({
          path: z.string().meta({ description: "The field, in dots and indexes", example: "events.3.ts" }),
          message: z.string(),
        }),
      )
      .optional()
      .meta({ description: "What failed validation, field by field" }),
  })
  .meta({ id: "Error" });

const HEADERS = {
  RequestId: {
    description: "Names this request in the service's log. A well-formed one that you send is kept.",
    schema: { type: "string" },
  },
  WwwAuthenticate: { description: "`Bearer`", schema: { type: "string", const: "Bearer" } },
  RetryAfter: { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } },
  NextPage: {
    description: 'The next page as `<…>; rel="next"` (RFC 8288); absent on the last.',
    schema: { type: "string" },
  },
  ETag: {
    description: "The version of what is answered, for the `If-Match` of its next change",
    schema: { type: "string", example: '"3"' },
  },
  Location: { description: "Where to go on", schema: { type: "string", format: "uri-reference" } },
} satisfies Record<string, oas31.HeaderObject>;

type HeaderName = keyof typeof HEADERS;

function header(name: HeaderName): oas31.ReferenceObject {
  return { $ref: `#/components/headers/${name}` };
}

const REQUEST_ID_HEADER = { "X-Request-Id": header("RequestId") };

function errorResponses() {
  return Object.fromEntries(
    Object.entries(ERRORS).map(([status, { name, description }]) => [
      name,
      {
        description,
        headers: {
          ...REQUEST_ID_HEADER,
          ...(status === "401" ? { "WWW-Authenticate": header("WwwAuthenticate") } : {}),
          ...(status === "429" ? { "Retry-After": header("RetryAfter") } : {}),
        },
        content: { "application/json": { schema: ErrorBody } },
      },
    ]),
  );
}

const ERRORS_OF_KIND: Record<RouteKind, ErrorCode[]> = {
  bearer: ["unauthenticated", "forbidden"],
  workspace: ["unauthenticated", "forbidden"],
  public: [],
  inbound: ["unauthenticated", "bad_request", "too_large"],
};

function errorsOf({ kind, declaration }: Route): (keyof typeof ERRORS)[] {
  const codes: ErrorCode[] = [
    ...ERRORS_OF_KIND[kind],
    ...(declaration.params ? (["not_found"] as const) : []),
    ...(declaration.query ? (["bad_request"] as const) : []),
    ...(declaration.body ? (["bad_request", "too_large", "unsupported_encoding", "invalid"] as const) : []),
    ...(declaration.ifMatch ? (["bad_request", "precondition_failed"] as const) : []),
    ...(takesIdempotencyKey(kind, declaration) ? (["bad_request", "conflict", "invalid"] as const) : []),
    ...(declaration.errors ?? []),
  ];
  return [...new Set([...codes.map((code) => STATUS_OF_CODE[code]), 500 as const])].sort();
}

function successResponse({
  response,
  accepted,
  status,
  version,
  mayCreate,
}: AnyDeclaration): ZodOpenApiResponsesObject {
  if (response === "redirect") {
    const headers = { ...REQUEST_ID_HEADER, Location: header("Location") };
    return { "302": { description: "Go on at `Location`", headers } };
  }
  if (response === "csv") {
    const content = { "text/csv": { schema: z.string() } };
    return { "200": { description: "A file", headers: REQUEST_ID_HEADER, content } };
  }
  if (response === undefined) {
    return { [`${status ?? 204}`]: { description: "No content", headers: REQUEST_ID_HEADER } };
  }
  const isPage = response instanceof PageOf;
  const schema = isPage ? response.items : response;
  const headers = {
    ...REQUEST_ID_HEADER,
    ...(isPage ? { Link: header("NextPage") } : {}),
    ...(version ? { ETag: header("ETag") } : {}),
  };
  const description = STATUS_CODES[status ?? 200] ?? "Done";
  return {
    [`${status ?? 200}`]: { description, headers, content: { "application/json": { schema } } },
    ...(accepted
      ? {
          "202": {
            description: "Accepted: the work continues in the background",
            headers: REQUEST_ID_HEADER,
            content: { "application/json": { schema: accepted } },
          },
        }
      : {}),
    ...(mayCreate
      ? { "201": { description: "Created", headers, content: { "application/json": { schema } } } }
      : {}),
  };
}

function objectSchema(schema: z.ZodType | undefined, where: string): z.ZodObject {
  if (schema === undefined) return z.object({});
  if (schema instanceof z.ZodObject) return schema;
  throw new Error(`${where} must be a z.object`);
}

/** Path parameters that a wrapper reads by itself, such as `workspace_id`, stand in no schema of the route. */
function pathParams(path: string, declaration: AnyDeclaration): z.ZodObject {
  const declared = objectSchema(declaration.params, `params of ${path}`);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return z.object(Object.fromEntries(names.map((name) => [name, declared.shape[name] ?? z.uuid()])));
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

/** The request headers that a route reads. */
function headerParams({ kind, declaration }: Route): z.ZodObject {
  return z.object({
    ...(declaration.ifMatch ? { "If-Match": IfMatchHeader } : {}),
    ...(takesIdempotencyKey(kind, declaration) ? { "Idempotency-Key": IdempotencyKeyHeader } : {}),
  });
}

/** `GET /tracker/devices/{device_id}` → `getTrackerDevicesByDeviceId`. */
function operationId(method: Method, path: string): string {
  const words = path.replace(/\{(\w+)\}/g, "by_$1").match(/[A-Za-z0-9]+/g) ?? [];
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function kibibytes(bytes: number): string {
  return `${(bytes / 1024).toLocaleString("en")} KiB`;
}

/** What API tokens that are limited get of a route that asks for no permission. */
function reachOf({ kind, declaration }: Route): string | undefined {
  if (declaration.reach === "own_tracker")
    return "API tokens that are limited in permissions need `own_tracker`.";
  if (declaration.reach !== "personal") return undefined;
  const limits = kind === "workspace" ? "in permissions" : "to a workspace or in permissions";
  return `Not for API tokens that are limited ${limits}.`;
}

function descriptionOf(route: Route): string {
  const { description, permission, bodyBytesMax } = route.declaration;
  return [
    description,
    permission && `Needs the permission \`${permission}\`.`,
    reachOf(route),
    bodyBytesMax && `The body holds at most ${kibibytes(bodyBytesMax)}, as sent and unpacked.`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

function operation(method: Method, path: string, route: Route): ZodOpenApiOperationObject {
  const { kind, declaration } = route;
  const { summary, query, body } = declaration;
  const description = descriptionOf(route);
  const responses = successResponse(declaration);
  for (const status of errorsOf(route)) {
    responses[`${status}`] = { $ref: `#/components/responses/${ERRORS[status].name}` };
  }
  return {
    operationId: operationId(method, path),
    tags: [areaOf(path)],
    summary,
    ...(description === "" ? {} : { description }),
    ...(kind === "public" ? { security: [{}, { bearer: [] }] } : {}),
    ...(kind === "inbound" ? { security: [] } : {}),
    requestParams: {
      path: pathParams(path, declaration),
      query: objectSchema(query, `query of ${path}`),
      header: headerParams(route),
    },
    ...(body ? { requestBody: { required: true, content: { "application/json": { schema: body } } } } : {}),
    ...(kind === "inbound" ? { requestBody: { required: true, content: { "application/json": {} } } } : {}),
    responses,
  };
}

/** What zod says of a schema, less what tells a reader nothing or would forbid answers to gain fields. */
const tidy: ZodOpenApiOverride = ({ jsonSchema, zodSchema, io }) => {
  const { type } = zodSchema._zod.def;
  if (type === "string" && jsonSchema.format) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (type === "object" && io === "output") delete jsonSchema.additionalProperties;
};

const DESCRIPTION = `One service, three areas: identity and access, webhooks, and the device tracker.

**Authentication.** \`Authorization: Bearer <token>\` with a JWT from signing in or an API token (\`svc_…\`); both do the same. API tokens never outlive their developer.

**Base.** Every path also answers without \`/api/v1\` in front. Custom verbs such as \`events:batch\` are understood with \`:\` and with \`%3A\`.

**JSON.** Keys are snake_case, ids are strings, times are ISO 8601 in UTC. Unknown keys of a body are dropped; inside the \`values\` of a CRM record they are refused. Bodies may be sent with \`Content-Encoding: gzip\`. A body holds at most ${kibibytes(BODY_BYTES_MAX)} where a route says nothing else.

**Lists** are bare arrays. \`?limit\` sets the page's length, and the \`Link\` header names the next page.

**Repeats.** Requests that make something take an \`Idempotency-Key\`: send the same one again when an answer was lost, and nothing is made twice. A key is yours alone, for one path, for 24 hours. A repeat gets the first answer, with \`Idempotent-Replayed: true\`; one that comes while the first is under way is a 409, and so is one whose first answer held a secret: it names the id of what was made.

**Errors** are \`{"detail": "<one sentence>"}\`, with \`issues\` where fields failed validation. Every answer carries \`X-Request-Id\`.`;

/** A request that the service sends to those who subscribe to it. */
export type SentRequest = {
  summary: string;
  description: string;
  headers: z.ZodObject;
  body: z.ZodType;
  example: unknown;
};

function sentOperation({ summary, description, headers, body, example }: SentRequest) {
  return {
    post: {
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

/**
 * Builds the OpenAPI 3.1 document of every route in a manifest, and of the requests that are sent, by name. `schemas` adds those that a route judges by itself, so
 * that no body or answer holds them as a type and a description only refers to them.
 * @throws when a path has no area, or a route's params or query is no plain object
 */
export async function buildDocument(
  manifest: RouteManifest,
  schemas: Record<string, z.ZodType> = {},
  sent: Record<string, SentRequest> = {},
): Promise<oas31.OpenAPIObject> {
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  await Promise.all(
    Object.entries(manifest).map(async ([path, load]) => {
      const item: ZodOpenApiPathItemObject = {};
      paths[path] = item;
      const module = await load();
      for (const method of METHODS) {
        const route = module[method];
        if (route) item[method.toLowerCase() as Lowercase<Method>] = operation(method, path, route);
      }
    }),
  );
  const tags = AREAS.filter(({ name }) => Object.keys(paths).some((path) => areaOf(path) === name));
  return createDocument(
    {
      openapi: "3.1.1",
      info: {
        title: "Workspace Platform Service",
        version: "1.0.0",
        description: DESCRIPTION,
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: "/api/v1" }],
      security: [{ bearer: [] }],
      tags: tags.map(({ name, description }) => ({ name, description })),
      paths,
      webhooks: Object.fromEntries(
        Object.entries(sent).map(([name, request]) => [name, sentOperation(request)]),
      ),
      components: {
        securitySchemes: {
          bearer: {
            type: "http",
            scheme: "bearer",
            description: "A developer JWT or an API token (`svc_…`).",
          },
        },
        schemas,
        headers: HEADERS,
        responses: errorResponses(),
      },
    },
    { override: tidy },
  );
}
