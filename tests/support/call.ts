import { z } from "zod";
import { answersOf, errorBodyOf } from "@/lib/routes/describe-answers";
import { PageOf, type Route } from "@/lib/routes/route";

type Call = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  bearer?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, or as it is when it is a string or bytes. */
  body?: unknown;
};

export type Answer = { status: number; headers: Headers; json: ReturnType<typeof JSON.parse>; text: string };

/** Headers that clients act upon. */
const TOLD = ["content-disposition", "etag", "idempotent-replayed", "link", "location", "retry-after"];

/** @throws if the API reference does not say that a route answers so: its status, its type, its headers */
function expectDeclared(method: string, route: Route, { status, headers }: Response): void {
  const answers = answersOf(route);
  const declared = answers[`${status}` as "200"] ?? answers.default;
  const what = `${status} of ${method} "${route.declaration.summary}"`;
  if (!declared) throw new Error(`The reference has no ${what}`);
  // The errors', which are written once, have tests of their own.
  if ("$ref" in declared) return;
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  const types = Object.keys(declared.content ?? {});
  if (type !== "" || types.length > 0) {
    if (!types.includes(type))
      throw new Error(`The reference has no ${type || "answer without a body"} for ${what}`);
  }
  const known = Object.keys(declared.headers ?? {}).map((name) => name.toLowerCase());
  const untold = TOLD.filter((name) => headers.has(name) && !known.includes(name));
  if (untold.length > 0) throw new Error(`The reference has no header ${untold} for ${what}`);
}

/**
 * Calls a route handler as Next would. Every answer must be one that the API reference declares, with a body that fits
 * the schema there, so that every test also holds the wire shape.
 */
export async function call(route: Route, method: string, options: Call = {}): Promise<Answer> {
  const url = new URL("http://localhost:3000/api/v1/under-test");
  for (const [key, value] of Object.entries(options.query ?? {})) url.searchParams.set(key, value);
  const headers = new Headers(options.headers);
  if (options.bearer) headers.set("authorization", `Bearer ${options.bearer}`);
  const { body } = options;
  const raw = typeof body === "string" || body instanceof Uint8Array;
  const request = new Request(url, {
    method,
    headers,
    redirect: "manual",
    ...(body === undefined ? {} : { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
  });
  const response = await route(request, { params: Promise.resolve(options.params ?? {}) });
  expectDeclared(method, route, response);
  const text = await response.text();
  const json =
    text === "" || !response.headers.get("content-type")?.includes("json") ? null : JSON.parse(text);
  const { response: answered, accepted, jsonFile } = route.declaration;
  const declared =
    response.status === 202 && accepted ? accepted : json === null ? answered : (jsonFile ?? answered);
  if (response.status >= 400) z.strictObject(errorBodyOf(route, response.status).shape).parse(json);
  if (response.ok && declared instanceof PageOf) declared.items.parse(json);
  else if (response.ok && declared instanceof z.ZodType) declared.parse(json);
  return { status: response.status, headers: response.headers, json, text };
}
