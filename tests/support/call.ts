import { z } from "zod";
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

/**
 * Calls a route handler as Next would. A 2xx answer is checked against the route's own response schema, so that every
 * test also holds the wire shape.
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
  const text = await response.text();
  const json =
    text === "" || !response.headers.get("content-type")?.includes("json") ? null : JSON.parse(text);
  const { response: answered, accepted } = route.declaration;
  const declared = response.status === 202 && accepted ? accepted : answered;
  if (response.ok && declared instanceof PageOf) declared.items.parse(json);
  else if (response.ok && declared instanceof z.ZodType) declared.parse(json);
  return { status: response.status, headers: response.headers, json, text };
}
