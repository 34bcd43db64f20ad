import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Handler } from "@/lib/server/front-door/door";
import { apiPathOf, isPage, pathnameOf } from "@/lib/server/front-door/paths";
import { ECHO, methodsOf, open, ROOT } from "@/tests/unit/server/front-door/open-door";

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
