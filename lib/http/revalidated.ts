import type { SharedJson } from "@/lib/http/answers";
import { sha256Hex } from "@/lib/platform/crypto";

/** RFC 9110, 13.1.2: a body that the caller has already is not sent again. */
function unlessHeld(request: Request, etag: string, text: string): Response {
  const headers = { ETag: etag, "Cache-Control": "no-cache" };
  const held = (request.headers.get("if-none-match") ?? "").split(",");
  const isHeld = held.some((each) => each.trim().replace(/^W\//, "") === etag);
  if (isHeld) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "Content-Type": "application/json" } });
}

/** Answers JSON with an ETag, and 304 to a caller who has it already. */
export function revalidated(request: Request, body: unknown): Response {
  const text = JSON.stringify(body);
  return unlessHeld(request, `"${sha256Hex(text)}"`, text);
}

/** The same of what is made already. */
export function sharedJson(request: Request, { text, etag }: SharedJson): Response {
  return unlessHeld(request, etag, text);
}
