import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import { bytesOf } from "@/lib/http/json-response";
import { API_HEADERS } from "@/lib/http/web-rules";
import { log } from "@/lib/platform/log";
import { withAfter } from "@/lib/server/front-door/after";
import { refuse } from "@/lib/server/front-door/refusals";

/*
 * Calls a route handler as Next does, with a request that holds what handlers read, and sends what comes back with the
 * headers and the compression of Next's answers.
 */

type RouteHandler = (request: Request, context: { params: Promise<undefined> }) => Promise<Response>;

const NO_PARAMS = { params: Promise.resolve(undefined) };
/** Of Next's answers: they would differ for its own navigation. */
const VARY = "rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch";
const BODILESS = new Set([204, 304]);

const gzipBytes = promisify(gzip);

/** Headers as Next makes them of Node's: lines that may come more than once are joined. */
function headersOf({ headers }: IncomingMessage): Headers {
  const made = new Headers();
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === "string") made.append(name, value);
    else for (const each of value ?? []) made.append(name, each);
  }
  return made;
}

/**
 * What handlers read of a request, without the streams of a whole `Request`, which take as long as some handlers. The body
 * can be iterated over once; leaving it early leaves the connection, so that the refusal can be read.
 */
class DirectRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage) {
    this.#message = message;
    this.method = message.method ?? "";
    this.url = `http://localhost${message.url}`;
    this.headers = headersOf(message);
  }

  get body(): AsyncIterable<Uint8Array> {
    const chunks = this.#message.iterator({ destroyOnReturn: false });
    return { [Symbol.asyncIterator]: () => chunks };
  }
}

/**
 * How the answer is to be sent, by a header as clients send it; null for what has to be weighed, which is left to Next.
 */
export function encodingFor(accepted: string | string[] | undefined): "gzip" | "identity" | null {
  if (accepted === undefined) return "identity";
  const names = String(accepted)
    .toLowerCase()
    .split(/\s*,\s*/);
  if (!names.every((name) => /^[a-z]+$/.test(name))) return null;
  return names.includes("gzip") ? "gzip" : names.includes("deflate") ? null : "identity";
}

/** Answers a request by a route handler. @param encoding as `encodingFor` says */
export async function callHandler(
  handler: RouteHandler,
  request: IncomingMessage,
  response: ServerResponse,
  encoding: "gzip" | "identity",
): Promise<void> {
  try {
    const answered = new Promise<void>((resolve) => response.once("close", resolve));
    const direct = new DirectRequest(request) as unknown as Request;
    const answer = await withAfter(answered, () => handler(direct, NO_PARAMS));
    const bytes = await bytesOf(answer);
    if (response.destroyed) return;
    for (const { key, value } of API_HEADERS) response.setHeader(key, value);
    response.setHeader("Vary", VARY);
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    response.statusCode = answer.status;
    if (BODILESS.has(answer.status) || bytes.length === 0) {
      response.end();
      return;
    }
    response.setHeader("Vary", `${VARY}, Accept-Encoding`);
    const isPacked = encoding === "gzip";
    const sent = isPacked ? await gzipBytes(bytes, { level: constants.Z_DEFAULT_COMPRESSION }) : bytes;
    if (isPacked) response.setHeader("Content-Encoding", "gzip");
    response.setHeader("Content-Length", sent.length);
    response.end(sent);
  } catch (error) {
    log.error({ err: error }, "a request could not be answered directly");
    if (response.headersSent) response.destroy();
    else refuse(response, 500, "Something went wrong on our side.");
  }
}
