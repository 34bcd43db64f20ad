import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { requestIdOf } from "@/lib/http/request-id";
import { Turns } from "@/lib/http/turns";
import { API_PREFIX, SECURITY_HEADERS } from "@/lib/http/web-rules";
import { frontDoor } from "@/lib/platform/front-door";
import { log } from "@/lib/platform/log";
import { callerOf, noteAddress, ProxyWarning } from "@/lib/server/front-door/addresses";
import { Connections } from "@/lib/server/front-door/connections";
import { continueOnceRead, isAwaited } from "@/lib/server/front-door/expected-bodies";
import { hostProblem } from "@/lib/server/front-door/host";
import {
  CONNECTIONS_MAX,
  CONNECTIONS_PER_ADDRESS_MAX,
  HEADER_BYTES_MAX,
  KEEP_ALIVE_MS,
  LINGER_MS,
  PAGES_PER_ADDRESS_MAX,
  PLACE_MS_MAX,
  REQUEST_MS_MAX,
  REQUESTS_PER_CALLER_MAX,
  SILENCE_MS_MAX,
  STOP_MS_MAX,
  TELL_MS,
  TIMES,
  UNREAD_BYTES_MAX,
  UNREAD_BYTES_PER_ADDRESS_MAX,
  UNREAD_MAX,
  UNREAD_PER_ADDRESS_MAX,
} from "@/lib/server/front-door/limits";
import { dropNextHeaders } from "@/lib/server/front-door/next-headers";
import {
  apiPathOf,
  isPage,
  isReadOnly,
  mayBePage,
  originForm,
  pagePathOf,
  pathnameOf,
  withoutNeedlessCodes,
  withoutSpareSlashes,
} from "@/lib/server/front-door/paths";
import { refuse, refuseConnection, refuseMethod, sendAllowedMethods } from "@/lib/server/front-door/refusals";
import type { RouteMethods } from "@/lib/server/front-door/route-table";
import { isRouterStateReadable } from "@/lib/server/front-door/router-state";
import { SlowBodies } from "@/lib/server/front-door/slow-bodies";
import { UnreadAnswers } from "@/lib/server/front-door/unread-answers";

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

type Behind = {
  /** Takes what nobody takes before it. */
  handle: Handler;
  /** A handler for this very request, such as a POST on an API path; undefined leaves it to `handle`. */
  directly?(request: IncomingMessage, apiPath: string): Handler | undefined;
  /** The methods that an API path has; null where there is no such path. */
  methodsOf(apiPath: string): RouteMethods | null;
  /** The methods that a route outside the API has; null where there is no such route. */
  pageMethodsOf(pathname: string): RouteMethods | null;
  /** Added to every answer. */
  headers: { key: string; value: string }[];
  /** Proxies of ours in front: all connections come from their addresses. */
  proxies: number;
};

export type Door = {
  server: Server;
  /**
   * Lets requests under way finish, for 10 s at most, and ends all connections.
   * @param graceMs for so long it goes on taking requests, so that balancers learn from the readiness route to stop
   */
  stop(graceMs: number): Promise<void>;
};

/** What goes wrong before there is a request, as it is answered. */
const BROKEN: Record<string, [status: number, detail: string]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    // Cookies are shared by all services of a host and its parent domains, on localhost by all ports.
    `The request's headers are larger than ${HEADER_BYTES_MAX} bytes. If you see this in a browser, delete the cookies of this site.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not arrive in time."],
};

/** What the service takes anywhere: the answer to `OPTIONS *`. */
const ALL_METHODS = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT";

/**
 * Of files, which Next answers 500 where they can't be met. All of a file is what whoever asks for a part may get as well
 * (RFC 9110, 14.2), and conditions of changes mean nothing where nothing changes.
 */
const CONDITIONS = ["range", "if-match", "if-unmodified-since"];

/** What visitors change by the API alone; forms post to their pages. */
const CHANGES_PUBLIC = /^\/public\/(?:projects|tables)\//;
const READS = ["GET", "HEAD", "OPTIONS"];
const PAGE: RouteMethods = { methods: READS, answersOptions: false };
/** Nobody here reads the body of a GET; Next would take what has one for no page. */
const FRAMING = ["content-length", "transfer-encoding"];

/** Who asks whether the service is well must hear it at once; streams last, and have limits of their own. */
const TAKES_NO_TURN = /^\/health(?:\/|$)|^\/workspaces\/[^/]+\/live$/;

/** The API's own document is packed anew for each who asks, which takes as long as a page. */
const API_DOCUMENT = "/openapi.json";

/**
 * Builds the server in front of Next: it records where requests come from, cuts off slow ones, limits connections,
 * answers malformed addresses and unknown methods, and shuts down without losing requests in progress.
 */
export function makeDoor(behind: Behind, times = TIMES): Door {
  const connections = new Connections({
    totalMax: CONNECTIONS_MAX,
    perAddressMax: behind.proxies > 0 ? CONNECTIONS_MAX : CONNECTIONS_PER_ADDRESS_MAX,
  });
  const bodies = new SlowBodies(times.bodyGraceMs);
  const answers = new UnreadAnswers({
    perAddress: UNREAD_PER_ADDRESS_MAX,
    total: UNREAD_MAX,
    bytesPerAddress: UNREAD_BYTES_PER_ADDRESS_MAX,
    bytesTotal: UNREAD_BYTES_MAX,
  });
  // Pages, and what takes as long, by address: else whoever asks for hundreds keeps the process busy for minutes.
  const pages = new Turns({ perKey: PAGES_PER_ADDRESS_MAX, placeMsMax: PLACE_MS_MAX });
  // Else everybody would wait for all that one program asks for at once.
  const requests = new Turns({ perKey: REQUESTS_PER_CALLER_MAX, placeMsMax: PLACE_MS_MAX });
  const pending = new Map<ServerResponse, Socket>();
  const proxies = new ProxyWarning(behind.proxies);
  let slow = 0;

  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: times.headersMsMax,
    requestTimeout: REQUEST_MS_MAX,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: times.checkMs,
    // Node would answer without a word.
    requireHostHeader: false,
  });
  server.setTimeout(SILENCE_MS_MAX);
  server.on("connection", (socket) => connections.admit(socket));

  function over(request: IncomingMessage, response: ServerResponse, socket: Socket): void {
    pending.delete(response);
    bodies.forget(request);
    answers.forget(response);
    connections.end(socket);
    // Answered before all of the body came: the rest is not waited for beyond what reading the answer takes.
    if (!request.complete) setTimeout(() => request.complete || socket.destroy(), LINGER_MS).unref();
    if (frontDoor().isStopping) server.closeIdleConnections();
  }

  /** Those of every answer: Next puts none of its own on redirects. */
  function addHeaders(response: ServerResponse): void {
    for (const { key, value } of [...SECURITY_HEADERS, ...behind.headers]) response.setHeader(key, value);
  }

  /** Gives an answer the id that whatever stands behind calls the request by. */
  function nameRequest({ headers }: IncomingMessage, response: ServerResponse): void {
    const id = requestIdOf(headers["x-request-id"]?.toString());
    headers["x-request-id"] = id;
    response.setHeader("X-Request-Id", id);
  }

  /** Of a page too, where Next would answer other methods with 400, and of a file, with 500. */
  function routeOf(request: IncomingMessage, pathname: string, apiPath: string | null): RouteMethods | null {
    const page = pagePathOf(request.method ?? "", pathname, request.headers);
    if (page === null) return behind.methodsOf(apiPath ?? pathname);
    return behind.pageMethodsOf(page) ?? (apiPath === null && isReadOnly(pathname) ? PAGE : null);
  }

  /** Has a request handled when it is its caller's turn, unless the caller has gone by then. */
  function inTurn(
    turns: Turns,
    caller: string,
    request: IncomingMessage,
    response: ServerResponse,
    handle = behind.handle,
  ): void {
    void turns.take(caller, async () => {
      if (response.destroyed) return;
      handle(request, response);
      await new Promise((resolve) => response.once("close", resolve));
    });
  }

  /** Has a request to the API answered, a few of one caller at a time. */
  function answer(
    apiPath: string,
    request: IncomingMessage,
    response: ServerResponse,
    handle = behind.handle,
  ): void {
    if (TAKES_NO_TURN.test(apiPath)) handle(request, response);
    // A token is its owner's alone; an address may be that of many who have none.
    else inTurn(requests, request.headers.authorization ?? callerOf(request), request, response, handle);
  }

  server.on("checkExpectation", (_, response: ServerResponse) => {
    addHeaders(response);
    refuse(response, 417, "No Expect but 100-continue is met here.", { Connection: "close" });
  });

  // Node would ask for the body before anybody looked at what announces it.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    continueOnceRead(request, response, () => bodies.watch(request));
    server.emit("request", request, response);
  });

  server.on("request", (request, response) => {
    const { socket } = request;
    pending.set(response, socket);
    if (!isAwaited(request)) bodies.watch(request);
    response.once("close", () => over(request, response, socket));
    if (!connections.begin(socket)) {
      socket.destroy();
      return;
    }
    if (frontDoor().isStopping) response.shouldKeepAlive = false;
    addHeaders(response);
    nameRequest(request, response);
    const problem = hostProblem(request);
    if (problem !== null) return refuse(response, 400, problem);
    if (
      request.headers["transfer-encoding"]?.toLowerCase() !== "chunked" &&
      "transfer-encoding" in request.headers
    )
      return refuse(response, 501, "The only transfer encoding is chunked.", { Connection: "close" });
    const { method = "" } = request;
    // Next can't make a request of it, and nothing of ours is to be sent back as it came.
    if (method === "TRACE") return refuse(response, 405, "There is no TRACE here.", { Allow: ALL_METHODS });
    const url = withoutSpareSlashes(method, withoutNeedlessCodes(originForm(request.url ?? "")));
    request.url = url;
    if (url === "*" && method === "OPTIONS") return sendAllowedMethods(response, ALL_METHODS);
    if (!url.startsWith("/")) return refuse(response, 400, "The address of a request begins with a slash.");
    const pathname = pathnameOf(url);
    if (pathname === null)
      return refuse(
        response,
        400,
        "The address is malformed: each % must be followed by the hex code of a UTF-8 byte, and no part is . or ..",
      );
    proxies.look(request);
    noteAddress(request);
    answers.watch(response, socket, () => callerOf(request));
    const apiPath = apiPathOf(pathname);
    const leadsToPage = apiPath === null || mayBePage(method, pathname);
    dropNextHeaders(request.headers, leadsToPage);
    const directly = leadsToPage ? undefined : behind.directly?.(request, apiPath);
    if (directly && apiPath !== null) return answer(apiPath, request, response, directly);
    const route = routeOf(request, pathname, apiPath);
    const allow = route?.methods.join(", ") ?? "";
    if (route && method === "OPTIONS") {
      if (!route.answersOptions) return sendAllowedMethods(response, allow);
      // The route itself only answers whether other origins may call it.
      response.setHeader("Allow", allow);
    }
    if (route && !route.methods.includes(method)) return refuseMethod(response, method, allow);
    // Next's rewrites go by what is accepted, and would lead it to a page.
    if (CHANGES_PUBLIC.test(pathname) && !READS.includes(method)) request.url = API_PREFIX + url;
    if (apiPath === null) for (const name of CONDITIONS) delete request.headers[name];
    if (method === "GET" || method === "HEAD") for (const name of FRAMING) delete request.headers[name];
    const isDocument = apiPath === API_DOCUMENT;
    if (isDocument || (apiPath === null ? isPage(pathname) : mayBePage(method, pathname))) {
      if (!isRouterStateReadable(request))
        return refuse(response, 400, "The header Next-Router-State-Tree is malformed.");
      return inTurn(pages, callerOf(request), request, response);
    }
    if (apiPath === null) return behind.handle(request, response);
    return answer(apiPath, request, response);
  });

  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const isAnswered = [...pending].some(([response, own]) => own === socket && response.headersSent);
    // Who has sent nothing is owed no answer.
    const isSilent = (socket as Socket).bytesRead === 0;
    if (error.code === "ECONNRESET" || isAnswered || isSilent) return socket.destroy();
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") slow++;
    const [status, detail] = BROKEN[error.code ?? ""] ?? [400, "This is no HTTP request."];
    refuseConnection(socket, status, detail);
  });

  const checking = setInterval(() => {
    for (const request of bodies.check(times.checkMs)) {
      slow++;
      const isAnswered = [...pending.keys()].some((each) => each.req === request && each.headersSent);
      if (isAnswered) request.socket.destroy();
      else refuseConnection(request.socket, 408, "The request's body arrives too slowly.");
    }
    for (const response of answers.check()) {
      slow++;
      pending.get(response)?.destroy();
    }
  }, times.checkMs).unref();

  const telling = setInterval(() => {
    if (connections.ended + slow === 0) return;
    log.warn(
      { connections: connections.count, ended_for_room: connections.ended, ended_for_slowness: slow },
      "connections were ended",
    );
    connections.ended = 0;
    slow = 0;
  }, TELL_MS).unref();

  async function stop(graceMs: number): Promise<void> {
    frontDoor().isStopping = true;
    if (graceMs > 0) await new Promise((resolve) => setTimeout(resolve, graceMs));
    const closed = new Promise((resolve) => server.close(resolve));
    for (const response of pending.keys()) if (!response.headersSent) response.shouldKeepAlive = false;
    connections.endSilent();
    const late = setTimeout(() => connections.endAll(), STOP_MS_MAX);
    await closed;
    clearTimeout(late);
    clearInterval(checking);
    clearInterval(telling);
  }

  return { server, stop };
}
