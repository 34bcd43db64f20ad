import { readdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import path from "node:path";
import { PassThrough } from "node:stream";
import { promisify } from "node:util";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { headersForBaseUrl } from "@/lib/http/web-rules";
import { frontDoor } from "@/lib/platform/front-door";
import { log } from "@/lib/platform/log";
import { addressOf, ProxyWarning } from "@/lib/server/front-door/addresses";
import { Connections } from "@/lib/server/front-door/connections";
import { type Door, type Handler, makeDoor } from "@/lib/server/front-door/door";
import {
  PAGES_PER_ADDRESS_MAX,
  PIPELINED_MAX,
  REQUESTS_PER_CALLER_MAX,
  TIMES,
  UNREAD_PER_ADDRESS_MAX,
} from "@/lib/server/front-door/limits";
import { apiPathOf, isPage, pathnameOf } from "@/lib/server/front-door/paths";
import { readPageRouteTable, readRouteTable } from "@/lib/server/front-door/route-table";
import { UnreadAnswers } from "@/lib/server/front-door/unread-answers";

/* A real server and real connections; what stands behind the door says what it was given. */

const ROOT = path.resolve(import.meta.dirname, "../../..");
const methodsOf = readRouteTable(ROOT);
const pageMethodsOf = readPageRouteTable(ROOT);

const opened: { door: Door; sockets: Socket[] }[] = [];

afterEach(async () => {
  for (const { door, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    door.server.closeAllConnections();
    await door.stop(0);
  }
  Object.assign(frontDoor(), { notesAddresses: false, isStopping: false });
});

const ECHO: Handler = (request, response) => {
  response.end(JSON.stringify({ url: request.url, forwarded: request.headers["x-forwarded-for"] }));
};

async function open(handle: Handler = ECHO, given: { baseUrl?: string; times?: Partial<typeof TIMES> } = {}) {
  const headers = headersForBaseUrl(given.baseUrl);
  const door = makeDoor(
    { handle, methodsOf, pageMethodsOf, headers, proxies: 0 },
    { ...TIMES, ...given.times },
  );
  const sockets: Socket[] = [];
  opened.push({ door, sockets });
  await new Promise<void>((resolve) => door.server.listen(0, "127.0.0.1", resolve));
  const { port } = door.server.address() as AddressInfo;
  /** A connection with all that came by it. */
  const dial = async (): Promise<{ socket: Socket; text(): string; ended: Promise<void> }> => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    socket.on("error", () => {});
    const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    await new Promise((resolve) => socket.once("connect", resolve));
    return { socket, text: () => text, ended };
  };
  return { door, url: `http://127.0.0.1:${port}`, dial };
}

function countConnections({ server }: Door): Promise<number> {
  return promisify(server.getConnections).call(server);
}

/** The answer that came by a connection, as far as it came. */
function answerIn(text: string) {
  const [head = "", body = ""] = text.split("\r\n\r\n");
  const [status = "", ...lines] = head.split("\r\n");
  const headers = new Headers(lines.map((line) => line.split(": ") as [string, string]));
  return { status: Number(status.split(" ")[1]), headers, json: JSON.parse(body) };
}

describe("addresses", () => {
  it.each([
    [undefined, "127.0.0.1"],
    ["203.0.113.66", "203.0.113.66, 127.0.0.1"],
    ["203.0.113.66, 198.51.100.1", "203.0.113.66, 198.51.100.1, 127.0.0.1"],
  ])("of %j the door makes %j", async (forwarded, expected) => {
    const { url } = await open();
    const answer = await fetch(url, { headers: forwarded ? { "x-forwarded-for": forwarded } : {} });
    expect((await answer.json()).forwarded).toBe(expected);
  });

  it("come last also behind several lines of the header", async () => {
    const { dial } = await open();
    const { socket, text, ended } = await dial();
    socket.write(
      "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.1\r\nX-Forwarded-For: 203.0.113.2\r\nConnection: close\r\n\r\n",
    );
    await ended;
    expect(text()).toContain('"203.0.113.1, 203.0.113.2, 127.0.0.1"');
  });

  it.each([
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8::1", "2001:db8::1"],
    [undefined, "unknown"],
    ["", "unknown"],
  ])("of %j are written %j", (remoteAddress, expected) => {
    expect(addressOf({ remoteAddress } as Socket)).toBe(expected);
  });
});

describe("a proxy that TRUSTED_PROXY_HOPS does not count", () => {
  const request = (remoteAddress: string, forwarded?: string) => ({
    socket: { remoteAddress } as Socket,
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  });
  const looks = (warning: ProxyWarning, requests: ReturnType<typeof request>[]) => {
    const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    for (const each of requests) warning.look(each);
    return warn.mock.calls.length;
  };

  it.each(["10.1.2.3", "::ffff:172.16.0.1", "192.168.0.9", "127.0.0.1", "::1", "fd00::1"])(
    "is told of once when it is %s",
    (address) => {
      expect(looks(new ProxyWarning(0), Array(3).fill(request(address, "203.0.113.1")))).toBe(1);
    },
  );

  it("is none where it is counted, where nobody forwards, and where a stranger says so", () => {
    expect(looks(new ProxyWarning(1), [request("10.1.2.3", "203.0.113.1")])).toBe(0);
    const strangers = [request("10.1.2.3"), request("203.0.113.9", "198.51.100.1"), request("", "10.0.0.1")];
    expect(looks(new ProxyWarning(0), strangers)).toBe(0);
  });
});

describe("what is no request", () => {
  it.each(["/api/v1/workspaces/%E0%A4%A", "/%", "/auth/%zz/login", "/w/%C3%28"])(
    "%s is answered 400 with a detail and an id",
    async (address) => {
      const { url } = await open();
      const answer = await fetch(url + address, { headers: { "x-request-id": "my-request-1" } });
      expect(answer.status).toBe(400);
      expect(answer.headers.get("x-request-id")).toBe("my-request-1");
      expect((await answer.json()).detail).toMatch(/malformed/);
    },
  );

  it("may hold any rightly encoded text, and anything in its query", async () => {
    const { url } = await open();
    for (const address of ["/w/%E0%A4%85", "/w/a%2Fb", "/w/x?q=%E0%A4%A"]) {
      expect((await fetch(url + address)).status).toBe(200);
    }
  });

  it("is answered 431 when its headers are too large, 400 when it is no HTTP, and ends its connection", async () => {
    const { dial } = await open();
    const large = await dial();
    large.socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${"a".repeat(40_000)}\r\n\r\n`);
    await large.ended;
    expect(answerIn(large.text())).toMatchObject({
      status: 431,
      json: {
        detail:
          "The request's headers are larger than 16384 bytes. If you see this in a browser, delete the cookies of this site.",
      },
    });
    expect(answerIn(large.text()).headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
    const nonsense = await dial();
    nonsense.socket.write("nonsense\r\n\r\n");
    await nonsense.ended;
    expect(answerIn(nonsense.text()).status).toBe(400);
  });
});

describe("a request line", () => {
  /** The answer to a request that is written by hand. */
  async function answerTo(lines: string) {
    const { dial } = await open();
    const { socket, text, ended } = await dial();
    socket.write(`${lines}\r\nConnection: close\r\n\r\n`);
    await ended;
    return text();
  }

  it.each([
    ["http://localhost:3000/api/v1/workspaces?limit=1", "/api/v1/workspaces?limit=1"],
    ["HTTPS://elsewhere.example/w/a%2Fb", "/w/a%2Fb"],
    ["http://localhost", "/"],
    ["http://localhost?a=b", "/?a=b"],
    ["http://user:pw@localhost/p/x", "/p/x"],
    ["http://x/%61%2Fb?%61", "/a%2Fb?%61"],
  ])("may hold the whole address %s, as requests by proxies do", async (target, url) => {
    expect(await answerTo(`GET ${target} HTTP/1.1\r\nHost: x`)).toContain(`"url":"${url}"`);
  });

  it.each([
    ["/w/acme/crm/%74asks", "/w/acme/crm/tasks"],
    ["/%61pi/v1/works%70aces?a=%61#%61", "/api/v1/workspaces?a=%61#%61"],
    ["/x%2D%5f%2E%7e%39", "/x-_.~9"],
    ["/a%2Fb%3Ac%20%25%36%31%C3%A9", "/a%2Fb%3Ac%20%2561%C3%A9"],
  ])("leads from %s, whose letters are in codes, to %s", async (target, url) => {
    expect(await answerTo(`GET ${target} HTTP/1.1\r\nHost: x`)).toContain(`"url":"${url}"`);
  });

  it("with dots in codes is refused as with dots", async () => {
    const { status } = answerIn(await answerTo("GET /api/v1/%2e%2E/%6detrics HTTP/1.1\r\nHost: x"));
    expect(status).toBe(400);
  });

  it("is answered with the headers of every answer, whatever stands behind says", async () => {
    const answer = await answerTo("GET /w/acme/ HTTP/1.1\r\nHost: x");
    expect(answer).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i);
  });

  it("with a whole address is told which methods the route takes", async () => {
    const { status, json } = answerIn(await answerTo("PUT http://x/api/v1/workspaces HTTP/1.1\r\nHost: x"));
    expect([status, json.detail]).toEqual([405, expect.stringContaining("GET, HEAD, OPTIONS, POST")]);
  });

  it("asks with * for the methods of the whole service, and for nothing else", async () => {
    expect(await answerTo("OPTIONS * HTTP/1.1\r\nHost: x")).toMatch(/^HTTP\/1.1 204 .*\r\nAllow: .*POST/s);
    const { status, headers, json } = answerIn(await answerTo("GET * HTTP/1.1\r\nHost: x"));
    expect([status, json]).toEqual([400, { detail: "The address of a request begins with a slash." }]);
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ["GET / HTTP/1.1\r\nAccept: */*", 400, "A request needs a Host header."],
    ["GET / HTTP/1.1\r\nHost: x\r\nHost: x", 400, "A request names its host once, in one Host header."],
    ["GET / HTTP/1.0\r\nhost: x\r\nHOST: y", 400, "A request names its host once, in one Host header."],
    ...["a b", "]", "[::1", "x/api/v1/health?", "me@x", "x, y", "x:y", "caf\u00e9", "x\\y"].map(
      (host): [string, number, string] => [
        `GET / HTTP/1.1\r\nHost: ${host}`,
        400,
        "The Host header is malformed.",
      ],
    ),
    ["GET / HTTP/1.1\r\nHost: x\r\nExpect: a-miracle", 417, "No Expect but 100-continue is met here."],
    ["TRACE /w/acme HTTP/1.1\r\nHost: x", 405, "There is no TRACE here."],
    ["TRACE /api/v1/health HTTP/1.1\r\nHost: x", 405, "There is no TRACE here."],
  ])("%j is refused with a detail and an id", async (lines, expected, detail) => {
    const { status, headers, json } = answerIn(await answerTo(lines));
    expect([status, json]).toEqual([expected, { detail }]);
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(["x", "localhost:3000", "[::1]:3000", "web_1", "192.0.2.1:80", "x.example.", ""])(
    "may name the host %j",
    async (host) => {
      expect(await answerTo(`GET /x HTTP/1.1\r\nHost: ${host}`)).toContain('"url":"/x"');
    },
  );

  it("of HTTP/1.0 needs no Host", async () => {
    expect(await answerTo("GET /x HTTP/1.0")).toContain('"url":"/x"');
  });
});

describe("methods", () => {
  const base = path.join(ROOT, "app", "api", "v1");
  const paths = readdirSync(base, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts")
    .map((file) => `/${path.dirname(file).replace(/\[\w+\]/g, "x")}`);

  it("that a route does not have are answered 405 with Allow, an id and a body, on every route", async () => {
    const { url } = await open();
    let refused = 0;
    for (const each of paths) {
      const { methods } = methodsOf(each) ?? {};
      expect([each, methods]).toEqual([each, expect.arrayContaining(["OPTIONS"])]);
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
        if (methods?.includes(method)) continue;
        const answer = await fetch(`${url}/api/v1${each}`, { method });
        expect([each, method, answer.status]).toEqual([each, method, 405]);
        expect(answer.headers.get("allow")).toBe(methods?.join(", "));
        expect(answer.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
        expect((await answer.json()).detail).toContain(method);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(paths.length * 2);
  });

  it("are listed for OPTIONS, where a route answers that itself for other origins too", async () => {
    const { url } = await open();
    const own: string[] = [];
    for (const each of paths) {
      const answer = await fetch(`${url}/api/v1${each}`, {
        method: "OPTIONS",
        headers: { "x-request-id": "my-request-1" },
      });
      expect([each, answer.headers.get("allow")]).toEqual([each, methodsOf(each)?.methods.join(", ")]);
      expect(answer.headers.get("x-request-id")).toBe("my-request-1");
      if (answer.status !== 204) own.push(each);
    }
    expect(own.sort()).toEqual(["/event-ingestion/events", "/public/forms/x", "/public/forms/x/uploads"]);
  });

  it("that it has pass, and so does what is no route", async () => {
    const { url } = await open();
    for (const [method, address] of [
      ["POST", "/tracker/devices:heartbeat"],
      ["POST", "/api/v1/tracker/events%3Abatch"],
      ["GET", "/api/v1/nothing/here"],
      ["HEAD", "/w/acme"],
      ["HEAD", "/api/v1/health/live"],
      ["PATCH", "/api/nothing"],
    ]) {
      expect((await fetch(url + address, { method: method ?? "" })).status).toBe(200);
    }
    expect((await fetch(`${url}/tracker/devices%3aheartbeat`)).status).toBe(405);
  });

  it.each([
    ["PUT", "/f/x", "GET, HEAD, OPTIONS, POST"],
    ["PATCH", "/f/x/embed", "GET, HEAD, OPTIONS, POST"],
    ["POST", "/f/x/image", "GET, HEAD, OPTIONS"],
    ["POST", "/f/x/nothing", "GET, HEAD, OPTIONS"],
    ["GET", "/t/x/unlock", "OPTIONS, POST"],
    ["DELETE", "/t/x//report/", "OPTIONS, POST"],
    ["GET", "/p/x/report", "OPTIONS, POST"],
    ["PUT", "/metrics", "GET, HEAD, OPTIONS"],
    ["DELETE", "/api/inngest", "GET, HEAD, OPTIONS, POST, PUT"],
    ["PUT", "/public/mails/stop", "GET, HEAD, OPTIONS, POST"],
    ["HEAD", "/public/tables/x/unlock", "OPTIONS, POST"],
    ["GET", "/public/forms/x/uploads", "OPTIONS, POST"],
    ["GET", "/public/forms/x/report", "OPTIONS, POST"],
    ["GET", "/public/projects/x/requests/y/vote", "DELETE, OPTIONS, PUT"],
  ])(
    "that an address outside the API, or in its public part, does not have are told apart: %s %s",
    async (method, address, allow) => {
      const { url } = await open();
      const answer = await fetch(url + address, { method, headers: { accept: "*/*" } });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
      if (method !== "HEAD") expect((await answer.json()).detail).toContain(method);
      const asked = await fetch(url + address, { method: "OPTIONS" });
      expect([asked.status, asked.headers.get("allow")]).toEqual([expect.toBeOneOf([200, 204]), allow]);
    },
  );

  it.each([
    ["GET", "/public/forms/x/report", { accept: "text/html,*/*" }, 200],
    ["GET", "/public/forms/x/report", { "user-agent": "Slackbot 1.0" }, 200],
    ["GET", "/public/forms/x/report", { accept: "application/json", rsc: "" }, 405],
    ["GET", "/public/tables/x/unlock", { accept: "text/html" }, 405],
    ["GET", "/public/tables/x/nothing", { accept: "text/html" }, 200],
    ["HEAD", "/public/projects/x/requests", { rsc: "1" }, 200],
    ["GET", "/api/v1/public/forms/x/report", { accept: "text/html" }, 405],
  ])(
    "are those of the page where it is asked for in place of the API: %s %s %j",
    async (method, address, headers, status) => {
      const { url } = await open();
      expect((await fetch(url + address, { method, headers: { ...headers } })).status).toBe(status);
    },
  );

  it("but GET and HEAD are refused by pages and files, which list them for OPTIONS", async () => {
    const { url } = await open();
    for (const address of [
      "/",
      "/w/acme",
      "/signin/complete",
      "/p/acme",
      "/t/token",
      "/events.js",
      "/f",
      "/nothing",
    ]) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
        const answer = await fetch(url + address, { method, body: "x" });
        expect([address, method, answer.status]).toEqual([address, method, 405]);
        expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
        expect((await answer.json()).detail).toContain(method);
      }
      const asked = await fetch(url + address, { method: "OPTIONS" });
      expect([address, asked.status, asked.headers.get("allow")]).toEqual([
        address,
        204,
        "GET, HEAD, OPTIONS",
      ]);
    }
  });

  it("but GET and HEAD never lead to a page in place of the API, whatever is accepted", async () => {
    const { url } = await open();
    const asked = async (method: string, address: string) =>
      (await (await fetch(url + address, { method, headers: { accept: "text/html" } })).json()).url;
    for (const address of ["/public/tables/token/rows", "/public/projects/acme/requests?a=1"]) {
      expect(await asked("POST", address)).toBe(`/api/v1${address}`);
      expect(await asked("GET", address)).toBe(address);
    }
    // A plain form may post to its own page.
    expect(await asked("POST", "/public/forms/id")).toBe("/public/forms/id");
  });

  it("reach every route outside the API that has them", async () => {
    const { url } = await open();
    const app = path.join(ROOT, "app");
    const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter(
      (file) => /^route\.tsx?$/.test(path.basename(file)) && !file.startsWith(path.join("api", "v1")),
    );
    const takesPost = files.filter((file) =>
      /^export .*\bPOST\b/m.test(readFileSync(path.join(app, file), "utf8")),
    );
    expect(takesPost.length).toBeGreaterThan(5);
    for (const file of takesPost) {
      const address = `/${path
        .dirname(file)
        .replace(/\(\w+\)\//g, "")
        .replace(/\[[\w.]+\]/g, "x")}`;
      expect([address, (await fetch(url + address, { method: "POST" })).status]).toEqual([address, 200]);
    }
  });

  it("say nothing of a body where none is read: Next would take what has one for no page", async () => {
    const { dial } = await open(({ headers }, response) =>
      response.end(JSON.stringify(Object.keys(headers))),
    );
    const { socket, text } = await dial();
    socket.write("GET /w/acme HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
    await vi.waitFor(() => expect(text()).toContain("host"));
    expect(text()).not.toContain("content-length");
  });
});

describe("conditions that Next answers 500 to where a file does not meet them", () => {
  const CONDITIONS = {
    range: "bytes=9-",
    "if-match": '"1"',
    "if-unmodified-since": "Mon, 01 Jan 2024 00:00:00 GMT",
  };
  const echo: Handler = ({ headers }, response) => {
    response.end(JSON.stringify(Object.keys(CONDITIONS).filter((name) => name in headers)));
  };

  it.each([
    ["/tracker-client.mjs", []],
    ["/_next/static/chunks/a.js", []],
    ["/api/v1/workspaces/x", Object.keys(CONDITIONS)],
    ["/workspaces/x", Object.keys(CONDITIONS)],
  ])("do not reach it for files, as every server may do: %s", async (address, expected) => {
    const { url } = await open(echo);
    expect(await (await fetch(url + address, { headers: CONDITIONS })).json()).toEqual(expected);
  });
});

describe("the router's state that a page is asked for with, which Next answers 500 to where it can't read it", () => {
  const HEADER = "next-router-state-tree";
  const asked = (url: string, headers: Record<string, string>, address = "/docs/webhooks") =>
    fetch(url + address, { headers: { rsc: "1", ...headers } });

  it.each([
    ["no address encoding", "%E0%A4"],
    ["no JSON", "garbage"],
    ["nothing in it", "null"],
    ["another shape", encodeURIComponent('["",{"children":["docs"]}]')],
    ["nothing at all", ""],
  ])("is refused with %s", async (_, state) => {
    const { url } = await open();
    const response = await asked(url, { [HEADER]: state });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ detail: "The header Next-Router-State-Tree is malformed." });
  });

  it("passes as the router writes it, and where nobody reads it", async () => {
    const { url } = await open();
    const written = encodeURIComponent(
      '["",{"children":["docs",{"children":["__PAGE__",{}]}]},null,"refetch"]',
    );
    expect((await asked(url, { [HEADER]: written })).status).toBe(200);
    expect((await asked(url, {})).status).toBe(200);
    expect((await fetch(`${url}/docs`, { headers: { [HEADER]: "garbage" } })).status).toBe(200);
    expect((await asked(url, { [HEADER]: "garbage" }, "/api/v1/health")).status).toBe(200);
  });
});

describe("headers that mean something to Next only", () => {
  const ROUTERS = { rsc: "1", "next-router-prefetch": "1", "next-url": "/docs" };
  const PARTS = {
    "x-middleware-prefetch": "1",
    "x-middleware-subrequest": "proxy",
    "x-nextjs-data": "1",
    "x-invoke-path": "/docs",
    "x-nonce": "forged",
    "content-security-policy": "script-src 'nonce-forged'",
  };
  const names = Object.keys({ ...ROUTERS, ...PARTS });
  const echo: Handler = ({ headers }, response) => {
    response.end(JSON.stringify(names.filter((name) => name in headers)));
  };

  it.each([
    ["GET", "/docs", Object.keys(ROUTERS)],
    ["GET", "/public/projects/acme", Object.keys(ROUTERS)],
    ["GET", "/api/v1/public/projects/acme", []],
    ["GET", "/workspaces", []],
    ["POST", "/webhooks/code_host", []],
  ])(
    "reach it only where its router may ask for a page, and what its parts tell each other never does: %s %s",
    async (method, address, expected) => {
      const { url } = await open(echo);
      const answer = await fetch(url + address, { method, headers: { ...ROUTERS, ...PARTS } });
      expect(await answer.json()).toEqual(expected);
    },
  );
});

describe("paths", () => {
  it.each([
    ["/api/v1/tracker/devices:heartbeat", "/tracker/devices/heartbeat"],
    ["/tracker/events%3Abatch", "/tracker/events/batch"],
    ["/tracker/evidence/ev_0aZ:verify", "/tracker/evidence/ev_0aZ/verify"],
    ["/tracker/evidence/none-of_ours%3Averify", "/tracker/evidence/none-of_ours/verify"],
    ["/tracker/evidence/ev_0aZ:view", "/tracker/evidence/ev_0aZ:view"],
    ["/tracker/evidence%3apresign", "/tracker/evidence/presign"],
    ["/api/v1/workspaces/01a-f/tracker:pause", "/workspaces/01a-f/tracker/pause"],
    ["/workspaces/01a-f/tracker%3Apause", "/workspaces/01a-f/tracker/pause"],
    ["/workspaces/01a-f/tracker:resume", "/workspaces/01a-f/tracker:resume"],
    ["/webhooks/code_host", "/webhooks/code_host"],
    ["/api/v1/email-webhooks/ses", "/email-webhooks/ses"],
    // Only these have an address without the prefix, and only these verbs exist.
    ["/email-webhooks/ses", null],
    ["/tracker/devices:batch", "/tracker/devices:batch"],
    ["/signin", null],
  ])("%s is %s", (pathname, expected) => {
    expect(apiPathOf(pathname)).toBe(expected);
  });

  it.each(["/f/../account", "/api/v1/x/%2e%2E/health", "/./a", "/a/.", "/a\\..\\b"])(
    "that mean another one are refused: %s",
    (pathname) => expect(pathnameOf(pathname)).toBeNull(),
  );

  it.each(["/.well-known/x", "/a/..b", "/a/b.", "/a?x=/../b"])("may hold dots: %s", (address) => {
    expect(pathnameOf(address)).toBe(address.split("?")[0]);
  });

  it.each([
    ["/docs/tracker", true],
    ["/w/acme/crm", true],
    ["/no-such-thing", true],
    ["/no-such-file.svg", true],
    ["/api/nothing", true],
    ["/_next/static/chunks/a.js", false],
    ["/api/inngest", false],
  ])("%s leads to a page: %s", (pathname, expected) => expect(isPage(pathname)).toBe(expected));

  it.each([
    ["POST", "/api/v1/webhooks/code_host/", "/api/v1/webhooks/code_host"],
    ["POST", "/webhooks/code_host/?a=/b/", "/webhooks/code_host?a=/b/"],
    ["POST", "//api/v1/integrations/webhooks/payments", "/api/v1/integrations/webhooks/payments"],
    ["POST", "/api//v1///email-webhooks/mailgun//", "/api/v1/email-webhooks/mailgun"],
    ["POST", "/tracker/devices%3Aheartbeat/?device_id=x", "/tracker/devices%3Aheartbeat?device_id=x"],
    ["POST", "/public/tables/token/unlock/", "/api/v1/public/tables/token/unlock"],
    ["GET", "/api/v1/public/tables/token/", "/api/v1/public/tables/token"],
    ["GET", "/workspaces/", "/workspaces"],
    ["PUT", "/api/inngest/", "/api/inngest"],
    ["GET", "/metrics/", "/metrics"],
  ])(
    "of the API with slashes too many mean the right ones, since senders of webhooks follow no redirect: %s %s",
    async (method, address, expected) => {
      const { url } = await open();
      expect((await (await fetch(url + address, { method })).json()).url).toBe(expected);
    },
  );

  it.each([
    "/signin/",
    "/",
    "//signin",
    "/public/forms/id/",
    "/docs/api/",
    "/w/a//b/",
    "//x.example/api/v1/health",
  ])("of a page with slashes too many are left to be redirected: %s", async (address) => {
    const { url } = await open();
    expect((await (await fetch(url + address)).json()).url).toBe(address);
  });

  it("with a slash too many have the methods of the right ones", async () => {
    const { url } = await open();
    const answer = await fetch(`${url}//api/v1/workspaces/x/roles/y/`, { method: "PUT" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "DELETE, GET, HEAD, OPTIONS, PATCH"]);
  });

  it("end where the query begins", () => {
    expect(pathnameOf("/a?b?%")).toBe("/a");
    expect(pathnameOf("/a%")).toBeNull();
  });
});

describe("an https address", () => {
  it("adds HSTS and COOP to all answers, and http does not", async () => {
    const secure = await open(ECHO, { baseUrl: "https://example.com" });
    for (const address of ["/signin", "/api/v1/health/live"]) {
      const { headers } = await fetch(secure.url + address);
      expect(headers.get("strict-transport-security")).toMatch(/^max-age=31536000/);
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    }
    const plain = await open(ECHO, { baseUrl: "http://localhost:3000" });
    expect((await fetch(plain.url)).headers.has("strict-transport-security")).toBe(false);
  });
});

describe("requests", () => {
  it("have an id, which what stands behind the door gets too, and so have answers that know none", async () => {
    const { url } = await open(({ headers }, response) => response.end(headers["x-request-id"]));
    const given = await fetch(`${url}/no-such-page`, { headers: { "x-request-id": "my-request-1" } });
    expect([given.headers.get("x-request-id"), await given.text()]).toEqual(["my-request-1", "my-request-1"]);
    const made = await fetch(`${url}/no-such-page`);
    expect(made.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
    expect(await made.text()).toBe(made.headers.get("x-request-id"));
  });

  it("in a transfer encoding besides chunked are answered 501: what is packed would be read as it is", async () => {
    const { dial } = await open();
    for (const [encoding, status] of [
      ["gzip, chunked", 501],
      ["Chunked", 200],
    ]) {
      const { socket, text, ended } = await dial();
      socket.write(
        `POST /api/v1/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${encoding}\r\nConnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      );
      await ended;
      expect(text()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
  });
});

describe("a body that a client announces, and sends once it is told to go on", () => {
  const announce = (length: number) =>
    `POST /api/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`;

  it("is not asked for by a refusal that needs none of it, which ends the connection", async () => {
    const { dial } = await open((request, response) => {
      response.writeHead(Number(request.headers["content-length"]) > 100 ? 413 : 200).end("too large");
    });
    const { socket, text, ended } = await dial();
    socket.write(announce(5_000_000));
    await ended;
    expect(text()).toMatch(/^HTTP\/1\.1 413 /);
    expect(text()).not.toContain("100 Continue");
  });

  it("is asked for when somebody reads it, and no wait before that makes it slow", async () => {
    let go = () => {};
    const { dial } = await open(
      async (request, response) => {
        if (request.url === "/api/v1/drip") return;
        await new Promise<void>((resolve) => (go = resolve));
        let body = "";
        for await (const chunk of request) body += chunk;
        response.end(`read ${body}`);
      },
      { times: { bodyGraceMs: 50, checkMs: 10 } },
    );
    const { socket, text } = await dial();
    const beside = await dial();
    socket.write(announce(4));
    // Another one's body is found slow meanwhile.
    beside.socket.write("POST /api/v1/drip HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n");
    await beside.ended;
    expect(text()).toBe("");
    go();
    await vi.waitUntil(() => text() === "HTTP/1.1 100 Continue\r\n\r\n");
    socket.write("body");
    await vi.waitUntil(() => text().includes("read body"));
    expect(text()).toContain("HTTP/1.1 200 OK");
  });
});

describe("pages", () => {
  it("are made a few at a time for one address, and what waits is not made for who has gone", async () => {
    const making: { address: string; end(): void }[] = [];
    const { door, url, dial } = await open((request, response) => {
      making.push({ address: request.url ?? "", end: () => response.end("made") });
    });
    const leaving = await dial();
    const asked = Array.from({ length: PAGES_PER_ADDRESS_MAX }, (_, n) => fetch(`${url}/docs/${n}`));
    await vi.waitFor(() => expect(making).toHaveLength(PAGES_PER_ADDRESS_MAX));
    leaving.socket.write("GET /docs/left HTTP/1.1\r\nHost: x\r\n\r\n");
    const last = fetch(`${url}/docs/last`);
    const beside = fetch(`${url}/_next/static/chunks/a.js`);
    await vi.waitFor(() => expect(making.at(-1)?.address).toMatch(/a\.js$/));
    const before = await countConnections(door);
    leaving.socket.destroy();
    await vi.waitUntil(async () => (await countConnections(door)) < before);
    expect(making.map(({ address }) => address)).not.toContain("/docs/last");
    for (const { end } of making.splice(0)) end();
    await vi.waitFor(() => expect(making.map(({ address }) => address)).toEqual(["/docs/last"]));
    making[0]?.end();
    for (const answer of await Promise.all([...asked, last, beside]))
      expect(await answer.text()).toBe("made");
  });
});

describe("requests to the API", () => {
  /** A door behind which what is asked for waits to be ended, and whoever asks at it by a token. */
  async function aBusyDoor() {
    const begun: { by: string; end(): void }[] = [];
    const { url } = await open((request, response) => {
      begun.push({ by: request.headers.authorization ?? "nobody", end: () => response.end("done") });
    });
    const ask = (by: string, path = "developers/me", init: RequestInit = {}) =>
      fetch(`${url}/api/v1/${path}`, { ...init, headers: { authorization: by } });
    const of = (by: string) => begun.filter((each) => each.by === by).length;
    const endAll = () => begun.splice(0).map(({ end }) => end());
    return { ask, of, endAll };
  }

  it("of one caller are answered a few at a time, and others don't wait for them", async () => {
    const { ask, of, endAll } = await aBusyDoor();
    const many = Array.from({ length: 3 * REQUESTS_PER_CALLER_MAX }, () => ask("many"));
    await vi.waitFor(() => expect(of("many")).toBe(REQUESTS_PER_CALLER_MAX));
    const one = ask("one");
    await vi.waitFor(() => expect(of("one")).toBe(1));
    const beside = ["health/ready", "workspaces/01a21899-ba54-7338-9e0b-dd8d237fe08e/live"];
    const atOnce = beside.map((path) => ask("many", path));
    await vi.waitFor(() => expect(of("many")).toBe(REQUESTS_PER_CALLER_MAX + atOnce.length));
    endAll();
    await Promise.all([one, ...atOnce]);
    for (let round = 1; round < 3; round++) {
      await vi.waitFor(() => expect(of("many")).toBe(REQUESTS_PER_CALLER_MAX));
      endAll();
    }
    for (const answer of await Promise.all(many)) expect(await answer.text()).toBe("done");
  });

  it("wait with the body that they have, however long that takes, and no more for one that takes long", async () => {
    const { ask, of, endAll } = await aBusyDoor();
    const slow = Array.from({ length: REQUESTS_PER_CALLER_MAX }, () => ask("many"));
    await vi.waitFor(() => expect(of("many")).toBe(REQUESTS_PER_CALLER_MAX));
    const body = "x".repeat(1_000_000);
    const large = ask("many", "tracker/events:batch", { method: "POST", body });
    // Their places go to those who wait, and they go on.
    await vi.waitFor(() => expect(of("many")).toBe(REQUESTS_PER_CALLER_MAX + 1), { timeout: 10_000 });
    endAll();
    for (const answer of await Promise.all([...slow, large])) expect(await answer.text()).toBe("done");
  });
});

describe("the API's own document", () => {
  it("is packed a few times at a time for one address, as pages are made", async () => {
    const making: { end(): void }[] = [];
    const { url } = await open((request, response) => {
      if (request.url?.endsWith("/openapi.json")) making.push({ end: () => response.end("made") });
      else response.end("beside");
    });
    const ask = () => fetch(`${url}/api/v1/openapi.json`);
    const asked = Array.from({ length: PAGES_PER_ADDRESS_MAX + 1 }, ask);
    await vi.waitFor(() => expect(making).toHaveLength(PAGES_PER_ADDRESS_MAX));
    expect(await (await fetch(`${url}/api/v1/health/live`)).text()).toBe("beside");
    expect(making.splice(0).map(({ end }) => end())).toHaveLength(PAGES_PER_ADDRESS_MAX);
    await vi.waitFor(() => expect(making).toHaveLength(1));
    making[0]?.end();
    for (const answer of await Promise.all(asked)) expect(await answer.text()).toBe("made");
  });
});

describe("answers that nobody reads", () => {
  const unread = (bytes: number) => ({ writableLength: bytes }) as ServerResponse;
  const stuck = () => ({ bytesWritten: 100, writableLength: 50 }) as Socket;
  const caps = { perAddress: 2, total: 3, bytesPerAddress: 100, bytesTotal: 150 };

  it("are given up, those that began first, beyond what an address may have, by number and by size", () => {
    const answers = new UnreadAnswers(caps);
    const [first, second, third, large, larger] = [unread(1), unread(1), unread(1), unread(60), unread(60)];
    for (const each of [first, second, third]) answers.watch(each, stuck(), () => "a");
    expect(answers.check()).toEqual([]);
    expect(answers.check()).toEqual([first]);
    const others = new UnreadAnswers(caps);
    for (const each of [large, larger]) others.watch(each, stuck(), () => "a");
    others.check();
    expect(others.check()).toEqual([large]);
  });

  it("are taken from who has most, where all together are too many", () => {
    const answers = new UnreadAnswers(caps);
    const [lone, first, second, third] = [unread(1), unread(1), unread(1), unread(1)];
    answers.watch(lone, stuck(), () => "lone");
    for (const each of [first, second]) answers.watch(each, stuck(), () => "most");
    answers.watch(third, stuck(), () => "another");
    answers.check();
    expect(answers.check()).toEqual([first]);
  });

  it("are taken from whose are largest, where all together are too large, and not from who has many small ones", () => {
    const answers = new UnreadAnswers({ ...caps, perAddress: 5, total: 10 });
    const [large, larger] = [unread(90), unread(95)];
    for (let n = 0; n < 3; n++) answers.watch(unread(10), stuck(), () => "many small ones");
    answers.watch(large, stuck(), () => "large");
    answers.watch(larger, stuck(), () => "larger");
    answers.check();
    expect(answers.check()).toEqual([larger]);
  });

  it("are none while something of them is read, while they are being made, and once they are forgotten", () => {
    const answers = new UnreadAnswers({ ...caps, perAddress: 0 });
    const moving = { bytesWritten: 100, writableLength: 50 };
    const gone = unread(1);
    answers.watch(unread(1), moving as Socket, () => "a");
    answers.watch(unread(0), stuck(), () => "a");
    answers.watch(gone, stuck(), () => "a");
    answers.check();
    moving.writableLength = 40;
    answers.forget(gone);
    expect(answers.check()).toEqual([]);
  });

  it("lose their connections, of real ones too", async () => {
    const { door, dial, url } = await open((_, response) => response.end(Buffer.alloc(8_000_000)), {
      times: { checkMs: 20 },
    });
    const dialled = await Promise.all(Array.from({ length: UNREAD_PER_ADDRESS_MAX + 4 }, dial));
    for (const { socket } of dialled) {
      socket.pause();
      socket.write("GET /api/v1/large HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    await vi.waitUntil(async () => (await countConnections(door)) <= UNREAD_PER_ADDRESS_MAX, {
      timeout: 10_000,
    });
    expect((await (await fetch(`${url}/api/v1/large`)).arrayBuffer()).byteLength).toBe(8_000_000);
  });
});

describe("slow clients", () => {
  it("whose headers don't arrive are answered 408, or not at all if they sent nothing", async () => {
    const { dial } = await open(ECHO, { times: { headersMsMax: 100, checkMs: 20 } });
    const [begun, silent] = await Promise.all([dial(), dial()]);
    begun.socket.write("GET / HTTP/1.1\r\nHost: x\r\nX-A");
    await Promise.all([begun.ended, silent.ended]);
    expect(answerIn(begun.text())).toMatchObject({ status: 408, json: { detail: expect.any(String) } });
    expect(silent.text()).toBe("");
  });

  it("whose body arrives too slowly are answered 408, unless only our reading is slow", async () => {
    const read: Handler = async (request, response) => {
      if (request.url === "/api/v1/late") await vi.waitUntil(() => dripEnded, { timeout: 15_000 });
      let total = 0;
      for await (const chunk of request) total += chunk.length;
      response.end(String(total));
    };
    const { dial } = await open(
      (request, response) => Promise.resolve(read(request, response)).catch(() => {}),
      { times: { bodyGraceMs: 200, checkMs: 20 } },
    );
    const [drip, late] = await Promise.all([dial(), dial()]);
    let dripEnded = false;
    drip.ended.then(() => {
      dripEnded = true;
    });
    late.socket.write(
      "POST /api/v1/late HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nConnection: close\r\n\r\nfirst",
    );
    drip.socket.write("POST /api/v1/drip HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n");
    const dripping = setInterval(() => drip.socket.writable && drip.socket.write("x"), 20);
    await drip.ended;
    clearInterval(dripping);
    expect(answerIn(drip.text()).status).toBe(408);
    late.socket.write("x".repeat(95));
    await late.ended;
    expect(late.text()).toMatch(/^HTTP\/1\.1 200 [\s\S]*100/);
  });

  it("include those who sent much before on the same connection: what came for another request does not count", async () => {
    const { dial } = await open(
      async (request, response) => {
        const read = async () => {
          for await (const _ of request);
          response.end(`read ${request.url}`);
        };
        await read().catch(() => {});
      },
      { times: { bodyGraceMs: 200, checkMs: 20 } },
    );
    const { socket, text, ended } = await dial();
    const begin = (url: string, length: number) =>
      socket.write(`POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
    begin("/api/v1/first", 1_000_000);
    socket.write("x".repeat(1_000_000));
    await vi.waitUntil(() => text().includes("read /api/v1/first"));
    begin("/api/v1/second", 100_000);
    const dripping = setInterval(() => socket.writable && socket.write("x"), 20);
    await ended;
    clearInterval(dripping);
    expect(text()).toMatch(/HTTP\/1\.1 408 /);
  });

  it("do not include those whose body arrives in time", async () => {
    const { url } = await open(
      async (request, response) => {
        let total = 0;
        for await (const chunk of request) total += chunk.length;
        response.end(String(total));
      },
      { times: { bodyGraceMs: 50, checkMs: 10 } },
    );
    const body = new PassThrough();
    const answer = fetch(`${url}/api/v1/upload`, {
      method: "POST",
      body: body as never,
      duplex: "half",
    } as RequestInit);
    for (let part = 0; part < 10; part++) {
      body.write("x".repeat(20_000));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    body.end();
    expect(await (await answer).text()).toBe("200000");
  });
});

describe("connections", () => {
  /** A server that knows its connections, and nothing else. */
  async function bounded(caps: { totalMax: number; perAddressMax: number }) {
    const connections = new Connections(caps);
    const met: Socket[] = [];
    const server = createServer((socket) => {
      met.push(socket.on("error", () => {}).resume());
      connections.admit(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const sockets: Socket[] = [];
    onTestFinished(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    const next = async () => {
      const count = met.length;
      const socket = connect(port, "127.0.0.1")
        .on("error", () => {})
        .resume();
      sockets.push(socket);
      const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
      await vi.waitUntil(() => met.length > count);
      return { socket, ended, here: met[count] as Socket };
    };
    return { connections, next };
  }

  it("beyond what an address may have take the place of those that are idle longest", async () => {
    const { connections, next } = await bounded({ totalMax: 100, perAddressMax: 3 });
    const [first, second, third] = [await next(), await next(), await next()];
    connections.begin(first.here);
    const fourth = await next();
    await second.ended;
    expect(connections.count).toBe(3);
    expect([first, third, fourth].map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
    connections.end(first.here);
    // Idle since a moment ago only.
    await next();
    await third.ended;
    expect(first.socket.destroyed).toBe(false);
  });

  it("are refused when all that there may be are busy", async () => {
    const { connections, next } = await bounded({ totalMax: 2, perAddressMax: 100 });
    const [first, second] = [await next(), await next()];
    connections.begin(first.here);
    connections.begin(second.here);
    const third = await next();
    await third.ended;
    expect(connections.count).toBe(2);
    expect(connections.ended).toBe(1);
    connections.end(first.here);
    const fourth = await next();
    await first.ended;
    expect(fourth.socket.destroyed).toBe(false);
  });

  it("are not counted any more once they end", async () => {
    const { connections, next } = await bounded({ totalMax: 100, perAddressMax: 100 });
    const all = [await next(), await next(), await next()];
    for (const { socket } of all) socket.destroy();
    await vi.waitUntil(() => connections.count === 0);
  });

  it("may pipeline as much as clients do, again and again, and end beyond that", async () => {
    const met: ServerResponse[] = [];
    const { dial } = await open((_request, response) => met.push(response));
    const { socket, text, ended } = await dial();
    const ask = (count: number) =>
      socket.write("GET /_next/static/a.js HTTP/1.1\r\nHost: x\r\n\r\n".repeat(count));
    for (const times of [1, 2]) {
      ask(PIPELINED_MAX);
      await vi.waitUntil(() => met.length === PIPELINED_MAX);
      for (const response of met.splice(0)) response.end("answered");
      await vi.waitUntil(() => text().match(/answered/g)?.length === times * PIPELINED_MAX);
    }
    ask(PIPELINED_MAX + 1);
    await ended;
  });
});

describe("a stop", () => {
  it("finishes current requests, closes idle connections and accepts no new ones", async () => {
    let answer: (() => void) | undefined;
    const { door, url, dial } = await open((request, response) => {
      if (request.url === "/idle") response.end("idle");
      else answer = () => response.end("finished");
    });
    const [idle, silent, busy] = [await dial(), await dial(), await dial()];
    idle.socket.write("GET /idle HTTP/1.1\r\nHost: x\r\n\r\n");
    busy.socket.write("GET /busy HTTP/1.1\r\nHost: x\r\n\r\n");
    await vi.waitUntil(() => idle.text().endsWith("idle") && answer !== undefined);
    const stopped = door.stop(0);
    await Promise.all([idle.ended, silent.ended]);
    await expect(fetch(url)).rejects.toThrow();
    expect(busy.socket.destroyed).toBe(false);
    answer?.();
    await Promise.all([busy.ended, stopped]);
    expect(busy.text()).toMatch(/\r\nConnection: close\r\n[\s\S]*finished$/);
  });

  it("with a grace period keeps accepting requests, each the last of its connection", async () => {
    const { door, url } = await open();
    const stopped = door.stop(500);
    expect(frontDoor().isStopping).toBe(true);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("connection")).toBe("close");
    await stopped;
    await expect(fetch(url)).rejects.toThrow();
  });
});
