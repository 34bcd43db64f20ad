import { describe, expect, it, vi } from "vitest";
import { answerIn, open } from "@/tests/unit/server/front-door/open-door";

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
