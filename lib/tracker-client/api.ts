import { gzipSync } from "node:zlib";
import { parseUrl } from "@/lib/platform/parse-url";
import { ClientError } from "@/lib/tracker-client/client-error";
import { REQUEST_WAIT_MS, RETRY_AFTER_S_MAX } from "@/lib/tracker-client/limits";

const GZIP_BYTES_MIN = 1_024;
/** A response that took longer says too little about the service's clock. */
const ROUND_TRIP_MS_MAX = 5_000;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

export type Answer = {
  status: number;
  /** What was answered; null where that is no JSON. */
  json: unknown;
  /** How long the service asks us to wait; null if it does not say. */
  retryAfterS: number | null;
  /** How far this computer's clock is ahead of the service's; null if unknown. */
  offsetMs: number | null;
};

export type Api = {
  /** Calls the service. @throws Unreachable where no answer came */
  call(method: string, path: string, body?: unknown, bearer?: string): Promise<Answer>;
};

/** No answer came: no network, or nobody there. */
export class Unreachable extends Error {}

/**
 * The address of the service's API, from the address that people gave, which may end in `/api/v1`.
 * @throws ClientError if it is not an address, or if it would send the token unencrypted
 */
export function apiBase(server: string, allowHttp = false): string {
  const given = /^[a-z][a-z0-9+.-]*:\/\//i.test(server) ? server : `https://${server}`;
  const url = parseUrl(given);
  if (url === null)
    throw new ClientError(`"${server}" is no address. Give one such as https://time.example.com`);
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.has(url.hostname));
  if (!isSafe && !(allowHttp && url.protocol === "http:")) {
    throw new ClientError(
      `${url.origin} is not encrypted: whoever is on the way could read your token. Use https, or say --allow-http on a network that you trust.`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "").replace(/\/api\/v1$/, "")}/api/v1`;
}

function retryAfter(header: string | null): number | null {
  const seconds = header === null || header.trim() === "" ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, RETRY_AFTER_S_MAX) : null;
}

/** How far the own clock is ahead by an answer's `Date`, which was written about in the middle of the round trip. */
export function offsetOf(date: string | null, sentMs: number, receivedMs: number): number | null {
  const served = date === null ? Number.NaN : Date.parse(date);
  const tookMs = receivedMs - sentMs;
  if (Number.isNaN(served) || tookMs < 0 || tookMs > ROUND_TRIP_MS_MAX) return null;
  return Math.round((sentMs + receivedMs) / 2 - served);
}

/** The service at an address (`apiBase`). Every call is made with `bearer`, unless it brings another. */
export function api(base: string, bearer = ""): Api {
  return {
    async call(method, path, body, as = bearer) {
      const text = body === undefined ? null : Buffer.from(JSON.stringify(body));
      const isLarge = text !== null && text.length >= GZIP_BYTES_MIN;
      const sentMs = Date.now();
      try {
        const response = await fetch(base + path, {
          method,
          headers: {
            accept: "application/json",
            ...(as === "" ? {} : { authorization: `Bearer ${as}` }),
            ...(text === null ? {} : { "content-type": "application/json" }),
            ...(isLarge ? { "content-encoding": "gzip" } : {}),
          },
          ...(text === null ? {} : { body: isLarge ? gzipSync(text) : text }),
          redirect: "error",
          signal: AbortSignal.timeout(REQUEST_WAIT_MS),
        });
        const receivedMs = Date.now();
        const answered = await response.text();
        return {
          status: response.status,
          json: parse(answered),
          retryAfterS: retryAfter(response.headers.get("retry-after")),
          offsetMs: offsetOf(response.headers.get("date"), sentMs, receivedMs),
        };
      } catch (cause) {
        throw new Unreachable(`No answer from ${new URL(base).origin}`, { cause });
      }
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What an answer says went wrong. */
export function detailOf({ json, status }: Answer): string {
  const { detail, issues } = (json ?? {}) as {
    detail?: string;
    issues?: { path: string; message: string }[];
  };
  if (detail === undefined)
    return `The answer was ${status}, and not one of this service. Is the address right?`;
  return [detail, ...(issues ?? []).map((issue) => `${issue.path}: ${issue.message}`)].join(" · ");
}

/** The JSON of an answer that went well. @throws ClientError with what the service said otherwise */
export function expectOk<T>(answer: Answer, doing: string): T {
  if (answer.status >= 200 && answer.status < 300) return answer.json as T;
  throw new ClientError(`${doing} failed (${answer.status}): ${detailOf(answer)}`);
}
