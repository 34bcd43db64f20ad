import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { frontDoor } from "@/lib/platform/front-door";
import { Connections } from "@/lib/server/front-door/connections";
import type { Handler } from "@/lib/server/front-door/door";
import {
  PAGES_PER_ADDRESS_MAX,
  PIPELINED_MAX,
  REQUESTS_PER_CALLER_MAX,
  UNREAD_PER_ADDRESS_MAX,
} from "@/lib/server/front-door/limits";
import { UnreadAnswers } from "@/lib/server/front-door/unread-answers";
import { answerIn, countConnections, ECHO, open } from "@/tests/unit/server/front-door/open-door";

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
