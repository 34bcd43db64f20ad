import type { IncomingMessage } from "node:http";

/** A name or an address, and perhaps a port (RFC 9110, 7.2); nothing, where the address of a request has no server. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~%-]*)(?::\d*)?$/i;

/**
 * What is wrong with the host that a request names, or null: a proxy in front may have read another one than we do, so
 * that these are refused (RFC 9112, 3.2).
 */
export function hostProblem({ headers, rawHeaders, httpVersion }: IncomingMessage): string | null {
  const { host } = headers;
  if (host === undefined) return httpVersion === "1.1" ? "A request needs a Host header." : null;
  const lines = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  if (lines.length > 1) return "A request names its host once, in one Host header.";
  return HOST.test(host) ? null : "The Host header is malformed.";
}
