import { SharedJson } from "@/lib/http/answers";

/** Answers JSON that is made already with its ETag, and 304 to a caller who has it (RFC 9110, 13.1.2). */
export function sharedJson(request: Request, { text, etag }: SharedJson): Response {
  const headers = { ETag: etag, "Cache-Control": "no-cache" };
  const held = (request.headers.get("if-none-match") ?? "").split(",").map((each) => each.trim());
  const isHeld = held.some((each) => each === "*" || each.replace(/^W\//, "") === etag);
  if (isHeld) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "Content-Type": "application/json" } });
}

/** The same of what is made for this request. */
export function revalidated(request: Request, body: unknown): Response {
  return sharedJson(request, new SharedJson(body));
}
