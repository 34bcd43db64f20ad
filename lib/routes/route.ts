import { Readable } from "node:stream";
import { z } from "zod";
import type { Reach } from "@/lib/access/scope/rules";
import { Accepted, Created, CsvFile, EventStream, Redirect, SharedJson } from "@/lib/http/answers";
import { AppError, type ErrorCode, invalidBody } from "@/lib/http/app-error";
import { answering } from "@/lib/http/arriving-bodies";
import { clientIp } from "@/lib/http/client-ip";
import { errorResponse } from "@/lib/http/error-response";
import { entityTag, type IfMatch, readIfMatch } from "@/lib/http/if-match";
import { faultsOf } from "@/lib/http/issue-words";
import { jsonResponse } from "@/lib/http/json-response";
import type { Origin } from "@/lib/http/origin";
import type { Page } from "@/lib/http/paging";
import type { Proof } from "@/lib/http/proof";
import { BODY_BYTES_MAX, readJson, unstorablePath } from "@/lib/http/request-body";
import { requestIdOf } from "@/lib/http/request-id";
import { revalidated, sharedJson } from "@/lib/http/revalidated";
import { routePattern } from "@/lib/http/route-pattern";
import { dispatchingEnqueued } from "@/lib/jobs/dispatch";
import { log, withRequestId } from "@/lib/platform/log";
import { metrics } from "@/lib/platform/metrics";
import { describeSpan, isTracing, traced } from "@/lib/platform/tracing";
import { fingerprintOf } from "@/lib/routes/idempotency/rules";

/*
 * What the wrappers share: the type of a declaration, the steps around a handler, and how its result is sent.
 */

/** The response of a list route: the schema of the items; the handler returns a `Page`. */
export class PageOf<S extends z.ZodType> {
  readonly items: z.ZodArray<S>;
  constructor(item: S) {
    this.items = z.array(item);
  }
}

/** Declares that a route responds with a bare array of these, paged by cursor. */
export function pageOf<S extends z.ZodType>(item: S): PageOf<S> {
  return new PageOf(item);
}

type Schema = z.ZodType | undefined;
export type ResponseSpec = z.ZodType | PageOf<z.ZodType> | "redirect" | "csv" | "events" | undefined;
type Parsed<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;
export type Result<R extends ResponseSpec> =
  R extends PageOf<infer S>
    ? Page<z.input<S>>
    : R extends z.ZodType
      ? z.input<R> | Created<z.input<R>> | Accepted<unknown> | SharedJson
      : R extends "redirect"
        ? Redirect
        : R extends "csv"
          ? CsvFile
          : R extends "events"
            ? EventStream
            : // biome-ignore lint/suspicious/noConfusingVoidType: a handler of a 204 returns nothing
              void;

export type Declaration<P extends Schema, Q extends Schema, B extends Schema, R extends ResponseSpec> = {
  /** One line for the API reference. */
  summary: string;
  /** What readers need to know beyond the schemas. */
  description?: string;
  /** The operation's name in generated clients, if path and method make no good one (`operation-id.ts`). */
  operationId?: string;
  /**
   * Ways to prove who sends a request, each sufficient by itself. Default: the bearer token, or the wrapper's own way.
   */
  proofs?: readonly Proof[];
  /** Request headers that the handler reads itself, for the API reference. */
  requestHeaders?: z.ZodObject;
  /** An example body, if the examples of its schema's fields don't add up to one that is accepted. */
  example?: unknown;
  /** For a route that reads bytes: the bodies that its senders write, by content type. */
  sends?: Record<string, { body: z.ZodType; examples: Record<string, unknown> }>;
  params?: P;
  query?: Q;
  body?: B;
  /** Largest body in bytes, before and after decompression. Default 256 KiB. */
  bodyBytesMax?: number;
  /** Set if the handler checks texts itself, item by item, instead of refusing the whole body. */
  judgesText?: boolean;
  response?: R;
  /** What a file contains if the query may choose JSON instead of CSV. */
  jsonFile?: z.ZodType;
  /** The schema of a 202 response, if the work continues after the response. */
  accepted?: z.ZodType;
  /** Default 200, or 204 where there is no response schema. */
  status?: number;
  /** Set if the response is a 201 when the handler returns a `Created`, and `status` otherwise. */
  mayCreate?: true;
  /** Error codes of this route beyond those of its wrapper, for the API reference. */
  errors?: ErrorCode[];
  /** Fields that some of its errors have besides `detail`, by their code, for the API reference. */
  errorFields?: Partial<Record<ErrorCode, z.ZodObject>>;
  /** Extra response headers, such as Cache-Control. */
  headers?: Record<string, string>;
  /**
   * Set if a change can be made conditional on a version: the handler gets `ifMatch`. It is a 412 in other versions, or the
   * 409 that table rows have for it.
   */
  ifMatch?: true | "conflict";
  /** Set if a POST changes nothing: read-only API tokens may call it. */
  reads?: true;
  /** Set if a POST creates something though it does not answer 201: it takes an `Idempotency-Key`, too. */
  makes?: true;
  /** The path of another route whose `Idempotency-Key`s this one shares, because both do the same. */
  countsAs?(body: Parsed<B>): string;
  /** The version of the response, sent as its ETag. */
  version?(answer: R extends z.ZodType ? z.output<R> : never): number;
  /** Adds an ETag to the response, and answers 304 if the caller has that version already. */
  revalidates?: boolean;
};

/** What every wrapper passes to handlers. */
export type Input<P extends Schema, Q extends Schema, B extends Schema> = {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  /** Whether the body contains a character that Postgres can't store; only if the handler checks texts itself. */
  mayBeUnstorable: boolean;
  /** The version that the change is conditional on; null if the route takes no `If-Match`. */
  ifMatch: IfMatch;
  /** What a repeat with the same `Idempotency-Key` must match; null without a key. */
  fingerprint: string | null;
  request: Request;
  /** The time of the request, taken once. */
  now: Date;
};

export type RouteKind = "bearer" | "workspace" | "public" | "inbound" | "editor";
export type AnyDeclaration = Declaration<Schema, Schema, Schema, ResponseSpec> & {
  /** For a workspace route: the permission it requires. */
  permission?: string;
  /** For a workspace route: the permission without which its answers do not show what people wrote. */
  sees?: string | undefined;
  /** What limited API tokens may do here, if no permission is required. */
  reach?: Reach;
  /** For a public route: whether a bearer token is optional. */
  knowsCaller?: true;
};
type RouteContext = { params: Promise<Record<string, string | string[] | undefined> | undefined> };

/**
 * A Next route handler that carries its declaration, which the API reference, the client's types and the census test
 * read.
 */
export type Route<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends ResponseSpec = ResponseSpec,
> = ((request: Request, context: RouteContext) => Promise<Response>) & {
  kind: RouteKind;
  declaration: AnyDeclaration & { params?: P; query?: Q; body?: B; response?: R };
};

function parseParams<P extends Schema>(schema: P, values: Record<string, unknown>): Parsed<P> {
  if (!schema) return undefined as Parsed<P>;
  // Next decodes `%00`.
  if (unstorablePath(values) !== null) throw new AppError("not_found", "Not found");
  const result = schema.safeParse(values);
  // A malformed id identifies nothing, like an unknown one: the schema's message says what was not found.
  if (!result.success) throw new AppError("not_found", result.error.issues[0]?.message ?? "Not found");
  return result.data as Parsed<P>;
}

function parseQuery<Q extends Schema>(schema: Q, url: string): Parsed<Q> {
  if (!schema) return undefined as Parsed<Q>;
  const values = Object.fromEntries(new URL(url).searchParams);
  const unstorable = unstorablePath(values);
  if (unstorable !== null) {
    throw new AppError(
      "bad_request",
      `The query parameter ${unstorable} holds characters that can't be stored.`,
    );
  }
  const result = schema.safeParse(values);
  if (result.success) return result.data as Parsed<Q>;
  const issues = faultsOf(result.error);
  throw new AppError("bad_request", `The query is not valid: ${issues[0]?.path}: ${issues[0]?.message}`, {
    issues,
  });
}

/**
 * Whether a route does without a body: a POST that requires nothing of it. A PATCH without one would change nothing, which
 * is hardly meant.
 */
export function mayOmitBody(method: string, body: z.ZodType): boolean {
  return method === "POST" && body.safeParse({}).success;
}

async function parseBody<B extends Schema>(
  schema: B,
  request: Request,
  declaration: AnyDeclaration,
): Promise<{ body: Parsed<B>; mayBeUnstorable: boolean; fingerprint: string | null }> {
  const fingerprint = (bytes: Uint8Array) =>
    request.headers.has("idempotency-key") ? fingerprintOf(request.url, bytes) : null;
  if (!schema) {
    return {
      body: undefined as Parsed<B>,
      mayBeUnstorable: false,
      fingerprint: fingerprint(Buffer.alloc(0)),
    };
  }
  const { value, mayBeUnstorable, bytes } = await readJson(
    request,
    declaration.bodyBytesMax ?? BODY_BYTES_MAX,
    () => (mayOmitBody(request.method, schema) ? {} : undefined),
  );
  if (mayBeUnstorable && !declaration.judgesText) {
    const path = unstorablePath(value);
    if (path !== null) {
      throw invalidBody([
        {
          path,
          message: "Can't be stored: numbers must be finite, texts and names well formed and without NUL",
        },
      ]);
    }
  }
  const result = schema.safeParse(value);
  if (result.success) {
    return { body: result.data as Parsed<B>, mayBeUnstorable, fingerprint: fingerprint(bytes) };
  }
  for (const issue of result.error.issues) {
    // A schema may set another code than `invalid` for one of its rules: `refine(…, { params: { code } })`.
    if (issue.code === "custom" && issue.params?.code) throw new AppError(issue.params.code, issue.message);
  }
  throw invalidBody(faultsOf(result.error));
}

/** The handler's input, parsed in the order path, query, headers, body. */
export async function parseInput<P extends Schema, Q extends Schema, B extends Schema>(
  declaration: Declaration<P, Q, B, ResponseSpec>,
  request: Request,
  params: Record<string, unknown>,
): Promise<Omit<Input<P, Q, B>, "request" | "now">> {
  return {
    params: parseParams(declaration.params as P, params),
    query: parseQuery(declaration.query as Q, request.url),
    ifMatch: declaration.ifMatch ? readIfMatch(request.headers.get("if-match")) : null,
    ...(await parseBody(declaration.body as B, request, declaration)),
  };
}

function nextLink(request: Request, cursor: string): string {
  const url = new URL(request.url);
  url.searchParams.set("cursor", cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}

/**
 * A stream as a response's body while somebody waits for it. Next leaves a body that it does not send as it is, and what
 * stands behind it would go on: to a HEAD, and where the connection ends before the response begins.
 */
function sent(request: Request, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> | null {
  // Refused while it is being sent: then whoever sends it cancels it.
  const cancel = () => void body.cancel().catch(() => {});
  const isUnsent = request.method === "HEAD" || request.signal.aborted;
  if (isUnsent) cancel();
  else request.signal.addEventListener("abort", cancel, { once: true });
  return isUnsent ? null : body;
}

/** Every response passes through its schema, so that a column nobody listed can't leak. */
export function presented(declaration: AnyDeclaration, request: Request, result: unknown): Response {
  const { response, status } = declaration;
  if (result instanceof Redirect) {
    const headers = new Headers(result.headers);
    headers.set("Location", result.location);
    return new Response(null, { status: 302, headers });
  }
  if (result instanceof CsvFile) {
    const headers = {
      "Content-Type": result.contentType,
      "Content-Disposition": `attachment; filename="${result.name}"`,
    };
    // Not an object stream: the response needs bytes.
    const bytes = Readable.toWeb(Readable.from(result.text, { objectMode: false }));
    return new Response(sent(request, bytes as ReadableStream<Uint8Array>), { headers });
  }
  if (result instanceof EventStream) {
    // Neither compressed nor buffered on the way: each event must arrive when it happens.
    const headers = {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    };
    return new Response(sent(request, result.body), { headers });
  }
  if (result instanceof SharedJson) return sharedJson(request, result);
  if (result instanceof Accepted) {
    if (!declaration.accepted) throw new Error("a route that declares no 202 answered one");
    return jsonResponse(declaration.accepted.parse(result.body), { status: 202 });
  }
  if (response === undefined) return new Response(null, { status: status ?? 204 });
  if (typeof response === "string") throw new Error(`a ${response} route returned something else`);
  if (response instanceof PageOf) {
    const page = result as Page<unknown>;
    const items = response.items.parse(page.items);
    const headers = new Headers(page.nextCursor ? { Link: nextLink(request, page.nextCursor) } : {});
    return jsonResponse(items, { status: status ?? 200, headers });
  }
  const isCreated = result instanceof Created && declaration.mayCreate === true;
  const body = response.parse(isCreated ? result.body : result);
  if (declaration.revalidates) return revalidated(request, body);
  const headers = new Headers();
  if (declaration.version) headers.set("ETag", entityTag(declaration.version(body as never)));
  return jsonResponse(body, { status: isCreated ? 201 : (status ?? 200), headers });
}

/** The label of a path whose pattern is unknown. */
const OTHER = "other";
/** The first status that means the error is ours. */
const FAULT = 500;

type Step = (
  request: Request,
  at: { now: Date; origin: Origin; params: Record<string, unknown> },
) => Promise<unknown>;

/**
 * Builds a route handler from a declaration and the wrapper's own steps: request id → steps → present → respond, with
 * one error mapper and one access-log line around them.
 */
export function route(kind: RouteKind, declaration: AnyDeclaration, steps: Step): Route {
  // Computed once: it is the same for all requests to this route.
  let pattern: string | null = null;
  const answer = async (request: Request, context: RouteContext): Promise<Response> => {
    const now = new Date();
    const started = performance.now();
    const requestId = requestIdOf(request.headers.get("x-request-id"));
    return withRequestId(requestId, async () => {
      // Next passes nothing if a path has no variable parts.
      const params = (await context.params) ?? {};
      let response: Response;
      try {
        const origin = { ip: clientIp(request), requestId };
        response = await answering(request, async () => {
          const result = await dispatchingEnqueued(() => steps(request, { now, origin, params }));
          return result instanceof Response ? result : presented(declaration, request, result);
        });
      } catch (error) {
        response = errorResponse(error);
      }
      response.headers.set("X-Request-Id", requestId);
      if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
      for (const [name, value] of Object.entries(declaration.headers ?? {}))
        response.headers.set(name, value);
      pattern ??= routePattern(new URL(request.url).pathname, params);
      const path = pattern ?? OTHER;
      const durationMs = performance.now() - started;
      const { method } = request;
      log.info({ method, path, status: response.status, duration_ms: Math.round(durationMs) });
      const counted = metrics();
      if (counted) {
        counted.requests.inc({ method, route: path, status: response.status });
        counted.requestSeconds.observe({ method, route: path }, durationMs / 1000);
      }
      if (isTracing()) {
        describeSpan({
          name: `${method} ${path}`,
          attributes: {
            "http.route": path,
            "http.response.status_code": response.status,
            request_id: requestId,
          },
          isError: response.status >= FAULT,
        });
      }
      return response;
    });
  };
  const handler = (request: Request, context: RouteContext): Promise<Response> => {
    if (!isTracing()) return answer(request, context);
    const { method, headers } = request;
    return traced(
      {
        name: method,
        kind: "SERVER",
        attributes: { "http.request.method": method },
        parent: headers.get("traceparent"),
        isRemote: true,
      },
      () => answer(request, context),
    );
  };
  return Object.assign(handler, { kind, declaration });
}
