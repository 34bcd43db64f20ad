import type { ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { requestIdOf } from "@/lib/http/request-id";
import { API_HEADERS } from "@/lib/http/web-rules";
import { LINGER_MS } from "@/lib/server/front-door/limits";

/*
 * Responses that the front door sends itself, in the format of all API errors (contract section 1).
 */

function commonHeaders(given: string | string[] | undefined): Record<string, string> {
  return {
    "Cache-Control": "no-store",
    "X-Request-Id": requestIdOf(typeof given === "string" ? given : undefined),
    ...Object.fromEntries(API_HEADERS.map(({ key, value }) => [key, value])),
  };
}

function headersOf(body: string, given: string | string[] | undefined): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    ...commonHeaders(given),
  };
}

/** Answers which methods an address takes. */
export function sendAllowedMethods(response: ServerResponse, allow: string): void {
  response.writeHead(204, { ...commonHeaders(response.req.headers["x-request-id"]), Allow: allow });
  response.end();
}

/** Refuses a request that was understood. */
export function refuse(
  response: ServerResponse,
  status: number,
  detail: string,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify({ detail });
  response.writeHead(status, { ...headersOf(body, response.req.headers["x-request-id"]), ...headers });
  response.end(response.req.method === "HEAD" ? undefined : body);
}

/** Refuses a method that an address does not take. @param allow those that it takes, as in the header */
export function refuseMethod(response: ServerResponse, method: string, allow: string): void {
  refuse(response, 405, `There is no ${method} here; this address takes ${allow}.`, { Allow: allow });
}

/**
 * Refuses what is no complete request, and ends the connection: the client may be sending still, so it gets a moment to
 * read the answer.
 */
export function refuseConnection(socket: Duplex, status: number, detail: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ detail });
  const lines = Object.entries({ ...headersOf(body, undefined), Connection: "close" });
  socket.on("error", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
  );
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
