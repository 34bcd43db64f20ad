import type { Issue } from "@/lib/http/app-error";
import { parseUrl } from "@/lib/platform/parse-url";

const OWN_HEADERS = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "idempotency-key",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);

/** Headers that are the connection's or the service's, and so not the author's. */
export function isOwnHeader(name: string): boolean {
  return OWN_HEADERS.has(name.toLowerCase());
}

/** The scheme, host and port of a URL with placeholders behind them; null where they are not written out. */
function originOf(url: string): string | null {
  // Up to the first character that can end a host, so that no placeholder and no credentials are part of it.
  const [start] = /^https?:\/\/[^/?#\\@{}\s]+(?=[/?#]|$)/i.exec(url) ?? [];
  const server = start === undefined ? null : parseUrl(start);
  return server?.username === "" && server.password === "" ? server.origin : null;
}

/** Whether a URL's path has a segment `.` or `..`, which would be resolved to another path. */
export function hasDotSegment(url: string): boolean {
  const [path = ""] = url.split(/[?#]/);
  return path.split(/[/\\]/).some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}

/**
 * Whether it is written out where a URL leads, apart from values in its path and query. A placeholder for the host would
 * let a record's value choose who gets the request's secrets.
 */
export function isFixedDestination(url: string): boolean {
  if (originOf(url) === null || hasDotSegment(url)) return false;
  return parseUrl(url.replace(/\{\{[^{}]*\}\}/g, "x")) !== null;
}

type Header<V> = { name: string; value: V };
type Requested<V> = { url: string; headers: readonly Header<V>[] };

/** Headers with their stored values in place of those that were not given, and what is wrong with them. */
export function keepHeaders(
  given: Requested<string | null>,
  stored: Requested<string> | undefined,
): { headers: { name: string; given: string | null; stored: string | null }[]; issues: Issue[] } {
  const isSameOrigin = stored !== undefined && originOf(stored.url) === originOf(given.url);
  const headers = given.headers.map(({ name, value }) => {
    const found = stored?.headers.find((each) => each.name.toLowerCase() === name.toLowerCase());
    // Otherwise someone who may edit but not read it could have the secret sent to themselves.
    return { name, given: value, stored: value === null && isSameOrigin ? (found?.value ?? null) : null };
  });
  const issues = headers.flatMap((header, index) =>
    header.given === null && header.stored === null
      ? [{ path: `headers.${index}.value`, message: "Give the value: none is stored for this destination" }]
      : [],
  );
  return { headers, issues };
}
