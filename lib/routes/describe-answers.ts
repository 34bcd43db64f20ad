import { STATUS_CODES } from "node:http";
import { z } from "zod";
import type { oas31, ZodOpenApiResponsesObject } from "zod-openapi";
import { type ErrorCode, STATUS_OF_CODE } from "@/lib/http/app-error";
import { takesIdempotencyKey } from "@/lib/routes/idempotency/answer-once";
import { PageOf, type Route, type RouteKind } from "@/lib/routes/route";

/*
 * The responses of a route, from its declaration, for the API reference.
 */

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

const Detail = z.string().meta({ description: "One sentence for people" });

const ErrorBody = z
  .object({
    detail: Detail,
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

const ConflictBody = ErrorBody.extend({
  id: z.string().nullable().optional().meta({
    description:
      "On a repeat with the same `Idempotency-Key` whose first answer is shown only once: what that one made",
  }),
}).meta({ id: "Conflict" });

function commonBodyOf(status: number): z.ZodObject {
  return status === STATUS_OF_CODE.conflict ? ConflictBody : ErrorBody;
}

/** The fields that a route declares for its errors with this status; null if it declares none. */
function ownFieldsOf({ declaration }: Route, status: number): z.ZodObject | null {
  const own = Object.entries(declaration.errorFields ?? {}).filter(
    ([code]) => STATUS_OF_CODE[code as ErrorCode] === status,
  );
  if (own.length === 0) return null;
  // Other refusals with the same status have none of them.
  return own.reduce((all, [, fields]) => all.extend(fields.partial().shape), z.object({}));
}

/** What the body of a route's errors with this status may hold. */
export function errorBodyOf(route: Route, status: number): z.ZodObject {
  return commonBodyOf(status).extend(ownFieldsOf(route, status)?.shape ?? {});
}

/** Response headers, by the name under which they are referred to. */
export const HEADERS = {
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
  FileName: {
    description: "The file's name: `attachment; filename=…`",
    schema: { type: "string", example: 'attachment; filename="records.csv"' },
  },
  Replayed: {
    description: "`true` on the repeated answer to an earlier request with the same `Idempotency-Key`",
    schema: { type: "string", const: "true" },
  },
  AcceptEncoding: {
    description: "What a body's Content-Encoding may be",
    schema: { type: "string", const: "gzip" },
  },
} satisfies Record<string, oas31.HeaderObject>;

type HeaderName = keyof typeof HEADERS;

function header(name: HeaderName): oas31.ReferenceObject {
  return { $ref: `#/components/headers/${name}` };
}

const CSV_EXAMPLE = "id,name\r\n0199a3f0-6d1c-7c43-9a53-3f8b6a0f2b11,Grüner Tee GmbH\r\n";

const CSV_NOTE =
  "A file whose values are parted by commas. Text that begins like a formula has an apostrophe before it. Where the " +
  "list separator is a semicolon, Excel parts text at semicolons when it opens the file itself, and runs a part that " +
  "begins like a formula: import the file there (Data, From Text/CSV) with the comma as its separator.";

const EVENTS_EXAMPLE =
  'data: {"area":"tables","id":"0199a3f0-6d1c-7c43-9a53-3f8b6a0f2b11","kind":"changed"}\n\n';

const REQUEST_ID_HEADER = { "X-Request-Id": header("RequestId") };

/** The headers of some error statuses. */
const HEADERS_OF_ERROR: Readonly<Record<string, Record<string, oas31.ReferenceObject>>> = {
  401: { "WWW-Authenticate": header("WwwAuthenticate") },
  // While the first request with the same Idempotency-Key is under way.
  409: { "Retry-After": header("RetryAfter") },
  415: { "Accept-Encoding": header("AcceptEncoding") },
  429: { "Retry-After": header("RetryAfter") },
  // While a provider asks us to wait.
  503: { "Retry-After": header("RetryAfter") },
};

/** The response for every error status, by the name under which it is referred to. */
export function errorResponses() {
  const answer = (status: string, description: string) => ({
    description,
    headers: { ...REQUEST_ID_HEADER, ...HEADERS_OF_ERROR[status] },
    content: {
      "application/json": { schema: commonBodyOf(Number(status)), example: { detail: description } },
    },
  });
  const each = Object.entries(ERRORS).map(([status, { name, description }]) => [
    name,
    answer(status, description),
  ]);
  return { ...Object.fromEntries(each), Refused: answer("default", "Every other answer is an error.") };
}

/** A route's error with fields of its own. */
function ownErrorResponse(status: keyof typeof ERRORS, own: z.ZodObject) {
  const { description } = ERRORS[status];
  const detail = Detail.meta({ ...z.globalRegistry.get(Detail), example: description });
  const schema = commonBodyOf(status).omit({ issues: true }).extend({ detail }).extend(own.shape);
  return {
    description,
    headers: { ...REQUEST_ID_HEADER, ...HEADERS_OF_ERROR[status] },
    content: { "application/json": { schema } },
  };
}

const ERRORS_OF_KIND: Record<RouteKind, ErrorCode[]> = {
  bearer: ["unauthenticated", "forbidden"],
  workspace: ["unauthenticated", "forbidden"],
  public: [],
  editor: ["unauthenticated", "forbidden"],
  inbound: ["unauthenticated", "bad_request", "too_large"],
};

/**
 * The error statuses of a route. Every route has one below 500: an unreadable request is refused before anything else.
 */
function errorsOf({ kind, declaration }: Route): (keyof typeof ERRORS)[] {
  const codes: ErrorCode[] = [
    ...ERRORS_OF_KIND[kind],
    ...(declaration.params ? (["not_found"] as const) : []),
    ...(declaration.query ? (["bad_request"] as const) : []),
    // What a body refers to may be deleted before it is stored.
    ...(declaration.body
      ? (["bad_request", "conflict", "too_large", "unsupported_encoding", "invalid"] as const)
      : []),
    ...(declaration.ifMatch ? (["bad_request"] as const) : []),
    ...(declaration.ifMatch === true ? (["precondition_failed"] as const) : []),
    ...(declaration.ifMatch === "conflict" ? (["conflict"] as const) : []),
    ...(takesIdempotencyKey(kind, declaration) ? (["bad_request", "conflict", "invalid"] as const) : []),
    ...(declaration.errors ?? []),
  ];
  if (codes.every((code) => STATUS_OF_CODE[code] >= 500)) codes.push("bad_request");
  return [...new Set([...codes.map((code) => STATUS_OF_CODE[code]), 500 as const])].sort();
}

function successResponses({ kind, declaration }: Route): ZodOpenApiResponsesObject {
  const { response, jsonFile, accepted, status, version, mayCreate, revalidates } = declaration;
  const replayed = takesIdempotencyKey(kind, declaration)
    ? { "Idempotent-Replayed": header("Replayed") }
    : {};
  if (response === "redirect") {
    const headers = { ...REQUEST_ID_HEADER, Location: header("Location") };
    const refused = { $ref: "#/components/responses/Refused" };
    return { "302": { description: "Go on at `Location`", headers }, default: refused };
  }
  if (response === "csv") {
    const content = {
      "text/csv": { schema: z.string(), example: CSV_EXAMPLE },
      ...(jsonFile ? { "application/json": { schema: jsonFile } } : {}),
    };
    const headers = { ...REQUEST_ID_HEADER, "Content-Disposition": header("FileName") };
    return { "200": { description: CSV_NOTE, headers, content } };
  }
  if (response === "events") {
    const content = { "text/event-stream": { schema: z.string(), example: EVENTS_EXAMPLE } };
    return { "200": { description: "Events, one after the other", headers: REQUEST_ID_HEADER, content } };
  }
  if (response === undefined) {
    return {
      [`${status ?? 204}`]: { description: "No content", headers: { ...REQUEST_ID_HEADER, ...replayed } },
    };
  }
  const isPage = response instanceof PageOf;
  const schema = isPage ? response.items : response;
  const headers = {
    ...REQUEST_ID_HEADER,
    ...(isPage ? { Link: header("NextPage") } : {}),
    ...(version || revalidates ? { ETag: header("ETag") } : {}),
    ...replayed,
  };
  const description = STATUS_CODES[status ?? 200] ?? "Done";
  return {
    [`${status ?? 200}`]: { description, headers, content: { "application/json": { schema } } },
    ...(revalidates ? { "304": { description: "Not Modified", headers } } : {}),
    ...(accepted
      ? {
          "202": {
            description: "Accepted: the work continues in the background",
            headers: { ...REQUEST_ID_HEADER, ...replayed },
            content: { "application/json": { schema: accepted } },
          },
        }
      : {}),
    ...(mayCreate
      ? { "201": { description: "Created", headers, content: { "application/json": { schema } } } }
      : {}),
  };
}

/** The responses of a route, by status. */
export function answersOf(route: Route): ZodOpenApiResponsesObject {
  const answers = successResponses(route);
  for (const status of errorsOf(route)) {
    const own = ownFieldsOf(route, status);
    answers[`${status}`] = own
      ? ownErrorResponse(status, own)
      : { $ref: `#/components/responses/${ERRORS[status].name}` };
  }
  return answers;
}
