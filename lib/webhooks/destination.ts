import { type LookupAddress, lookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { promisify } from "node:util";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import {
  CONNECT_TIMEOUT_MS,
  DNS_TIMEOUT_MS,
  DNS_TRIES,
  KEEP_ALIVE_MS,
  REQUEST_TIMEOUT_MS,
  RESPONSE_BODY_BYTES_MAX,
} from "@/lib/webhooks/limits";
import { passOverInterim } from "@/lib/webhooks/pass-over-interim";
import {
  destinationProblem,
  isPublicAddress,
  keptHeaders,
  literalAddress,
  storable,
} from "@/lib/webhooks/rules";

/*
 * The only way out to addresses that tenants chose. Every connection is checked by the addresses it may use: we resolve
 * a name once ourselves, and every address it resolves to must be public.
 */

/** The error that tenants read; the log has the address that was refused. */
class DestinationRefused extends Error {
  override readonly name = "DestinationRefused";
  constructor(
    readonly host: string,
    readonly address: string,
  ) {
    super("Destination not allowed");
  }
}

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<string[]>;

export type OutboundRequest = {
  url: string;
  method: Dispatcher.HttpMethod;
  headers: Record<string, string>;
  body?: Buffer;
};

/** The result of a request: a response, or an `error` worded for tenants; both if the response broke off. */
export type OutboundResult = {
  statusCode: number | null;
  /** The response's headers, limited by `keptHeaders`; null if there was no response. */
  headers: Record<string, string> | null;
  retryAfter: string | null;
  /** At most the first 16 KiB, as text; invalid UTF-8 and NUL are replaced. */
  body: string | null;
  error: string | null;
  durationMs: number;
};

/**
 * All addresses of a name, as public name servers know it. Not the system's look-up: that runs on a few threads, which a
 * name server that never answers would block.
 * @param servers whom to ask, instead of the system's name servers
 */
export function publicNames(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  if (servers) resolver.setServers(servers);
  return async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
    if (addresses.length > 0) return addresses;
    throw Object.assign(new Error("no address"), { code: "ENOTFOUND" });
  };
}

async function resolveAnyName(host: string): Promise<string[]> {
  return (await promisify(lookup)(host, { all: true })).map(({ address }) => address);
}

function vettedLookup(resolve: Resolve, isPrivateAllowed: boolean): LookupFunction {
  return (host, options, done) => {
    resolve(host).then(
      (addresses) => {
        const refused = isPrivateAllowed ? undefined : addresses.find((address) => !isPublicAddress(address));
        if (refused !== undefined) return done(new DestinationRefused(host, refused), []);
        const found: LookupAddress[] = addresses.map((address) => ({
          address,
          family: address.includes(":") ? 6 : 4,
        }));
        const [first] = found;
        if (options.all) done(null, found);
        else done(null, first?.address ?? "", first?.family ?? 4);
      },
      (error) => done(error, []),
    );
  };
}

/** Opens connections after checking each address, no matter who checked the URL before. */
export function vettedConnector(resolve: Resolve, isPrivateAllowed: boolean): buildConnector.connector {
  const lookup = vettedLookup(resolve, isPrivateAllowed);
  // undici passes all options on to `net.connect` and `tls.connect`.
  const options = { timeout: CONNECT_TIMEOUT_MS, lookup } as buildConnector.BuildOptions;
  const connect = buildConnector(options);
  return (target, done) => {
    // `net.connect` does not resolve anything if the host is an address already.
    const address = literalAddress(target.hostname);
    if (address !== null && !isPrivateAllowed && !isPublicAddress(address)) {
      return done(new DestinationRefused(target.hostname, address), null);
    }
    return connect(target, (...[error, socket]) => {
      if (error) return done(error, null);
      passOverInterim(socket);
      done(null, socket);
    });
  };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  return code.slice(0, 60);
}

const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_OSSL)/;
const WORDS_OF_CODE: Record<string, string> = {
  UND_ERR_CONNECT_TIMEOUT: `No connection within ${CONNECT_TIMEOUT_MS / 1000} s`,
  ETIMEDOUT: `No connection within ${CONNECT_TIMEOUT_MS / 1000} s`,
  TimeoutError: `No complete answer within ${REQUEST_TIMEOUT_MS / 1000} s`,
  ENOTFOUND: "The host name could not be resolved",
  EHOSTUNREACH: "The destination can't be reached",
  ENETUNREACH: "The destination can't be reached",
  ECONNREFUSED: "The connection was refused",
  ECONNRESET: "The connection was closed before the answer was complete",
  EPIPE: "The connection was closed before the answer was complete",
  UND_ERR_SOCKET: "The connection was closed before the answer was complete",
  UND_ERR_HEADERS_OVERFLOW: "The answer's headers are too long",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "The answer was not valid HTTP",
};

function wordsOf(error: unknown): string {
  if (error instanceof DestinationRefused) {
    log.warn({ host: error.host, address: error.address }, "an outbound request was refused by its address");
    return error.message;
  }
  const code = codeOf(error);
  const words = WORDS_OF_CODE[code];
  if (words) return words;
  if (TLS_CODE.test(code)) return `The TLS connection failed (${code})`;
  // undici asserts what its parser lets through, such as a status of 099.
  if (code.startsWith("HPE_") || code === "HTTPParserError" || code === "ERR_ASSERTION")
    return "The answer was not valid HTTP";
  return `The request failed (${code})`;
}

/**
 * Adds the part of a body that is kept to `chunks`, so that it is there even if the body breaks off. Leaving the loop
 * closes the connection, however much more there is.
 */
async function readStart(body: AsyncIterable<Buffer>, chunks: Buffer[]): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= RESPONSE_BODY_BYTES_MAX) break;
  }
}

function bodyOf(chunks: Buffer[]): string {
  return storable(Buffer.concat(chunks).subarray(0, RESPONSE_BODY_BYTES_MAX).toString("utf8"));
}

/**
 * Builds the way out, with connections of its own that are kept alive for a moment.
 * @param resolve resolves names; tests use it to act as a hostile name server
 */
export function outbound(
  isPrivateAllowed: boolean,
  resolve: Resolve = isPrivateAllowed ? resolveAnyName : publicNames(),
) {
  const agent = new Agent({
    connect: vettedConnector(resolve, isPrivateAllowed),
    keepAliveTimeout: KEEP_ALIVE_MS,
    // One clock ends a request, that of its signal: of two, either may come first, and each has its own words.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    /** Sends a request as `request` does. */
    async request({ url, method, headers, body }: OutboundRequest): Promise<OutboundResult> {
      const started = performance.now();
      const result: OutboundResult = {
        statusCode: null,
        headers: null,
        retryAfter: null,
        body: null,
        error: destinationProblem(url, isPrivateAllowed),
        durationMs: 0,
      };
      if (result.error !== null) return result;
      const { origin, pathname, search } = new URL(url);
      const chunks: Buffer[] = [];
      try {
        const answer = await agent.request({
          origin,
          path: pathname + search,
          method,
          headers,
          body: body ?? null,
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        });
        result.statusCode = answer.statusCode;
        result.headers = keptHeaders(answer.headers);
        const asked = answer.headers["retry-after"];
        result.retryAfter = typeof asked === "string" ? asked : null;
        await readStart(answer.body, chunks);
      } catch (error) {
        result.error = wordsOf(error);
      }
      if (result.statusCode !== null) result.body = bodyOf(chunks);
      result.durationMs = Math.round(performance.now() - started);
      return result;
    },
    close: () => agent.close(),
  };
}

let shared: ReturnType<typeof outbound> | undefined;

/**
 * Sends a request to an address that a tenant chose, and never throws. It connects within 5 s and finishes within 15 s,
 * follows no redirect, reads at most 16 KiB of the response, and connects to public addresses only, unless
 * OUTBOUND_ALLOW_PRIVATE_NETWORK allows others (contract section 5).
 */
export function request(wanted: OutboundRequest): Promise<OutboundResult> {
  shared ??= outbound(env().OUTBOUND_ALLOW_PRIVATE_NETWORK);
  return shared.request(wanted);
}
