import type { SharedJson } from "@/lib/http/answers";
import { sha256Hex } from "@/lib/platform/crypto";

/** RFC 9110, 13.1.2: a body that the caller has already is not sent again. */
function unlessHeld(
  request: Request,
  etag: string,
  body: BodyInit,
  more: Record<string, string> = {},
): Response {
  const headers = { ETag: etag, "Cache-Control": "no-cache", ...more };
  const held = (request.headers.get("if-none-match") ?? "").split(",");
  const isHeld = held.some((each) => each.trim().replace(/^W\//, "") === etag);
  if (isHeld) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, "Content-Type": "application/json" } });
}

/** Answers JSON with an ETag, and 304 to a caller who has it already. */
export function revalidated(request: Request, body: unknown): Response {
  const text = JSON.stringify(body);
  return unlessHeld(request, `"${sha256Hex(text)}"`, text);
}

/** The same of what is made already, and packed for those who take it so; who is choosier is left to Next. */
export function sharedJson(request: Request, { text, packed, etag }: SharedJson): Response {
  const vary = { Vary: "Accept-Encoding" };
  const encodings = (request.headers.get("accept-encoding") ?? "").toLowerCase().split(/\s*,\s*/);
  return encodings.includes("gzip")
    ? unlessHeld(request, etag, packed, { ...vary, "Content-Encoding": "gzip" })
    : unlessHeld(request, etag, text, vary);
}
