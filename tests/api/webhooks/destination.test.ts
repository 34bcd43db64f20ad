import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { Agent } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type OutboundResult,
  outbound,
  publicNames,
  type Resolve,
  request,
  vettedConnector,
} from "@/lib/webhooks/destination";
import {
  RESPONSE_BODY_BYTES_MAX,
  RESPONSE_HEADERS_BYTES_MAX,
  RESPONSE_HEADERS_MAX,
} from "@/lib/webhooks/limits";
import { startNameServer } from "@/tests/support/name-server";
import { Subscriber } from "@/tests/support/subscriber";

process.env.OUTBOUND_ALLOW_PRIVATE_NETWORK = "false";

/** An address of the public internet that was never given to anyone. */
const PUBLIC = "2000::1";

function post(url: string): Parameters<typeof request>[0] {
  return { url, method: "POST", headers: { "content-type": "application/json" }, body: Buffer.from("{}") };
}

async function aSubscriber(answer?: Subscriber["answer"]) {
  const subscriber = new Subscriber(answer);
  await subscriber.listen();
  onTestFinished(() => subscriber.close());
  return subscriber;
}

/** A TCP server that does what a test wants with each connection. */
async function aServer(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

/** The guard as it is in production, with a name server of the test's own. */
function guarded(resolve?: Resolve) {
  const way = outbound(false, resolve);
  onTestFinished(() => way.close());
  return way;
}

/** The way out without the guard, for what an allowed subscriber may do. */
function open(resolve?: Resolve) {
  const way = outbound(true, resolve);
  onTestFinished(() => way.close());
  return way;
}

const REFUSED: Partial<OutboundResult> = { error: "Destination not allowed", statusCode: null, body: null };

describe("the destination guard", () => {
  it.each([
    "127.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::127.0.0.1]",
    "0x7f.1",
    "0177.0.0.1",
    "2130706433",
    "127.1",
    "0.0.0.0",
    "[::]",
  ])("refuses this machine written as %s, and does not connect", async (host) => {
    const subscriber = await aSubscriber();
    expect(await request(post(`http://${host}:${subscriber.port}/`))).toMatchObject(REFUSED);
    expect(await guarded().request(post(`http://${host}:${subscriber.port}/`))).toMatchObject(REFUSED);
    expect(subscriber.connections).toBe(0);
  });

  it.each(["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0x7f.1", "2130706433"])(
    "does not connect to %s, even if nobody checked the URL before",
    async (host) => {
      const subscriber = await aSubscriber();
      // The names that it resolves are public: an address is never asked for.
      const agent = new Agent({ connect: vettedConnector(async () => [PUBLIC], false) });
      onTestFinished(() => agent.destroy());
      const { origin } = new URL(`http://${host}:${subscriber.port}/`);
      const answer = agent.request({ origin, path: "/", method: "POST" });
      await expect(answer).rejects.toThrow("Destination not allowed");
      expect(subscriber.connections).toBe(0);
    },
  );

  it.each([
    "169.254.169.254",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "[fe80::1]",
    "[fc00::1]",
    "[64:ff9b::a00:1]",
    "[2002:7f00:1::]",
    "[ff02::1]",
  ])("refuses %s, which is not an address of the public internet", async (host) => {
    expect(await request(post(`http://${host}/`))).toMatchObject(REFUSED);
  });

  it.each(["localhost", "LOCALHOST", "localhost.", "a.localhost"])("refuses the name %s", async (host) => {
    const subscriber = await aSubscriber();
    const way = guarded(async () => ["127.0.0.1"]);
    expect(await way.request(post(`http://${host}:${subscriber.port}/`))).toMatchObject(REFUSED);
    expect(subscriber.connections).toBe(0);
  });

  it.each([
    [["127.0.0.1"]],
    [["::1"]],
    [["::ffff:127.0.0.1"]],
    [[PUBLIC, "127.0.0.1"]],
    [["127.0.0.1", PUBLIC]],
    [["2606:4700::1111", "fe80::1"]],
  ])("refuses a name that resolves to %j, and does not connect", async (addresses) => {
    const subscriber = await aSubscriber();
    const way = guarded(async () => addresses);
    expect(await way.request(post(`http://hook.example:${subscriber.port}/`))).toMatchObject(REFUSED);
    expect(await way.request(post(`https://hook.example:${subscriber.port}/`))).toMatchObject(REFUSED);
    expect(subscriber.connections).toBe(0);
  });

  it("checks the addresses that it connects to, even if the name was public the time before", async () => {
    const subscriber = await aSubscriber();
    const asked: string[] = [];
    const answers = [[PUBLIC], ["127.0.0.1"]];
    // Whoever asks twice, once to judge and once to connect, gets the private address the second time.
    const way = guarded(async (host) => {
      asked.push(host);
      return answers[asked.length - 1] ?? ["127.0.0.1"];
    });
    const first = way.request(post(`http://rebinds.example:${subscriber.port}/`));
    expect((await first).error).not.toBeNull();
    expect(asked).toHaveLength(1);
    expect(await way.request(post(`http://rebinds.example:${subscriber.port}/`))).toMatchObject(REFUSED);
    expect(subscriber.connections).toBe(0);
  }, 20_000);

  it("is disabled for private networks by its setting only", async () => {
    const subscriber = await aSubscriber();
    const result = await open(async () => ["127.0.0.1"]).request(
      post(`http://hook.example:${subscriber.port}/`),
    );
    expect(result).toMatchObject({ statusCode: 200, body: "ok", error: null });
    expect(subscriber.received).toHaveLength(1);
  });

  it("allows connections to public names", async () => {
    const way = guarded(async () => [PUBLIC]);
    const { error } = await way.request(post("http://hook.example:9/"));
    expect(error).not.toBe("Destination not allowed");
  }, 20_000);

  it.each([
    ["file:///etc/passwd", "Must begin with https:// or http://"],
    ["gopher://example.com/", "Must begin with https:// or http://"],
    ["https://user:secret@example.com/", "Must not carry credentials; send a header instead"],
    ["https://example.com:0/", "Port 0 can't be connected to"],
    ["https://", "Is not a URL"],
    [`https://example.com/${"a".repeat(10_240)}`, "Holds more than 2048 characters"],
  ])("refuses %s", async (url, error) => {
    expect(await request(post(url))).toMatchObject({ error, statusCode: null });
    expect(await open().request(post(url))).toMatchObject({ error, statusCode: null });
  });
});

describe("names asked of a real name server", () => {
  it.each([
    ["one private address", ["10.0.0.1"]],
    ["this machine", ["127.0.0.1"]],
    ["this machine in IPv6", ["::1"]],
    ["this machine mapped to IPv6", ["::ffff:127.0.0.1"]],
    ["this machine through NAT64", ["64:ff9b::7f00:1"]],
    ["no address at all", ["0.0.0.0"]],
    ["a cloud's metadata service among public ones", ["8.8.8.8", "169.254.169.254", "8.8.4.4"]],
    ["a public IPv4 and a private IPv6 address", ["8.8.8.8", "fd00::1"]],
    ["a public IPv6 and a private IPv4 address", [PUBLIC, "192.168.0.1"]],
  ])("are refused when they lead to %s", async (_, addresses) => {
    const subscriber = await aSubscriber();
    const names = await startNameServer({ "hook.example": addresses });
    onTestFinished(names.stop);
    const way = guarded(publicNames([names.address]));
    expect(await way.request(post(`http://hook.example:${subscriber.port}/`))).toMatchObject(REFUSED);
    expect(names.asked).toContain("hook.example");
    expect(subscriber.connections).toBe(0);
  });

  it("are all tried when every address is public", async () => {
    const names = await startNameServer({ "hook.example": ["8.8.8.8", "8.8.4.4", PUBLIC] });
    onTestFinished(names.stop);
    expect(await publicNames([names.address])("hook.example")).toEqual(["8.8.8.8", "8.8.4.4", PUBLIC]);
  });

  it("are enough with addresses of one kind, and unknown without any", async () => {
    const names = await startNameServer({ "v6.example": [PUBLIC], "none.example": [] });
    onTestFinished(names.stop);
    const resolve = publicNames([names.address]);
    expect(await resolve("v6.example")).toEqual([PUBLIC]);
    const words = "The host name could not be resolved";
    for (const host of ["none.example", "nowhere.example"])
      expect(await guarded(resolve).request(post(`http://${host}/`))).toMatchObject({ error: words });
  });
});

describe("a subscriber", () => {
  it("that redirects is not followed", async () => {
    const inside = await aSubscriber();
    const subscriber = await aSubscriber((response) =>
      response.writeHead(302, { location: inside.url }).end("over there"),
    );
    const result = await open().request(post(subscriber.url));
    expect(result).toMatchObject({ statusCode: 302, body: "over there", error: null });
    expect(inside.connections).toBe(0);
  });

  it("that never answers is abandoned after 15 s", async () => {
    const subscriber = await aSubscriber(() => {});
    const result = await open().request(post(subscriber.url));
    expect(result).toMatchObject({ statusCode: null, error: "No complete answer within 15 s" });
    expect(result.durationMs).toBeGreaterThanOrEqual(14_900);
    expect(result.durationMs).toBeLessThan(17_000);
  }, 25_000);

  it("that never accepts a connection is abandoned after 5 s", async () => {
    // It accepts, and says nothing of the TLS handshake that it is asked for.
    const mute = await aServer(() => {});
    const silentNames = guarded(() => new Promise(() => {}));
    const results = await Promise.all([
      open().request(post(`https://127.0.0.1:${mute}/`)),
      silentNames.request(post("http://hook.example/")),
    ]);
    for (const result of results) {
      expect(result).toMatchObject({ statusCode: null, error: "No connection within 5 s" });
      expect(result.durationMs).toBeLessThan(8_000);
    }
  }, 20_000);

  it("that sends a byte a second is abandoned after 15 s in total, and what arrived is kept", async () => {
    const subscriber = await aSubscriber((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("."), 1_000);
      response.on("close", () => clearInterval(drip));
    });
    const result = await open().request(post(subscriber.url));
    expect(result).toMatchObject({ statusCode: 200, error: "No complete answer within 15 s" });
    expect(result.body).toMatch(/^\.+$/);
    expect(result.durationMs).toBeLessThan(17_000);
  }, 25_000);

  it("that sends 1 GB is cut off at 16 KiB, without reading the rest", async () => {
    let written = 0;
    const closed: Promise<unknown>[] = [];
    const subscriber = await aSubscriber((response) => {
      response.writeHead(200, { "content-length": String(2 ** 30) });
      const chunk = Buffer.alloc(65_536, "x");
      const pump = () => {
        while (!response.destroyed && written < 2 ** 30) {
          written += chunk.length;
          if (!response.write(chunk)) return response.once("drain", pump);
        }
        return response;
      };
      closed.push(once(response, "close"));
      pump();
    });
    const result = await open().request(post(subscriber.url));
    await Promise.all(closed);
    expect(result).toMatchObject({ statusCode: 200, error: null });
    expect(result.body).toBe("x".repeat(RESPONSE_BODY_BYTES_MAX));
    expect(written).toBeLessThan(64 * 2 ** 20);
  });

  it("that closes at once, or in the middle of its response, is reported as such", async () => {
    const atOnce = await aServer((socket) => socket.destroy());
    const words = "The connection was closed before the answer was complete";
    expect(await open().request(post(`http://127.0.0.1:${atOnce}/`))).toMatchObject({ error: words });
    const half = await aServer((socket) =>
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf")),
    );
    expect(await open().request(post(`http://127.0.0.1:${half}/`))).toMatchObject({
      statusCode: 200,
      body: "half",
      error: words,
    });
  });

  it("that sends too many headers has the first ones stored, and Location wherever it is", async () => {
    const subscriber = await aSubscriber((response) => {
      for (let i = 0; i < 80; i++) response.setHeader(`x-${i}`, `${i}`);
      response.writeHead(302, { location: "https://example.com/there" }).end();
    });
    const { headers } = await open().request(post(subscriber.url));
    expect(Object.keys(headers ?? {})).toHaveLength(RESPONSE_HEADERS_MAX);
    expect(headers).toMatchObject({ location: "https://example.com/there", "x-0": "0" });
  });

  it("that sends long headers has them stored up to 8 KiB", async () => {
    const subscriber = await aSubscriber((response) =>
      response.writeHead(200, { "x-long": "ü".repeat(6_000), "x-short": "kept" }).end(),
    );
    const { headers } = await open().request(post(subscriber.url));
    expect(headers).toMatchObject({ "x-short": "kept" });
    const kept = Object.entries(headers ?? {}).flat();
    expect(Buffer.byteLength(kept.join(""))).toBeLessThanOrEqual(RESPONSE_HEADERS_BYTES_MAX);
  });

  it("that refuses connections, or does not exist, is reported as such", async () => {
    const port = await aServer(() => {});
    const closed = await aSubscriber();
    const url = closed.url;
    await closed.close();
    expect(await open().request(post(url))).toMatchObject({ error: "The connection was refused" });
    const nowhere = guarded(async () => {
      throw Object.assign(new Error("no"), { code: "ENOTFOUND" });
    });
    const missing = await nowhere.request(post(`http://nowhere.example:${port}/`));
    expect(missing).toMatchObject({ error: "The host name could not be resolved" });
  });

  it("with broken TLS, or without HTTP, fails with a plain explanation", async () => {
    const plain = await aServer((socket) => socket.once("data", () => socket.end("not TLS at all\r\n")));
    const tls = await open().request(post(`https://127.0.0.1:${plain}/`));
    expect(tls.error).toMatch(/^The TLS connection failed/);
    const http = await open().request(post(`http://127.0.0.1:${plain}/`));
    expect(http).toMatchObject({ statusCode: null, error: "The answer was not valid HTTP" });
  });

  it("with a status that HTTP does not have is not valid HTTP", async () => {
    const port = await aServer((socket) =>
      socket.once("data", () => socket.end("HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n")),
    );
    const result = await open().request(post(`http://127.0.0.1:${port}/`));
    expect(result).toMatchObject({ statusCode: null, error: "The answer was not valid HTTP" });
  });

  it.each([
    ["a 204 with a body", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello", 204],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nyes", null],
    [
      "a length and chunks",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      null,
    ],
  ])("with %s is not valid HTTP", async (_, answer, statusCode) => {
    const port = await aServer((socket) => socket.once("data", () => socket.write(answer)));
    const result = await open().request(post(`http://127.0.0.1:${port}/`));
    expect(result).toMatchObject({ statusCode, error: "The answer was not valid HTTP" });
  });

  it.each([
    ["in one piece", (text: string) => [text]],
    ["byte by byte", (text: string) => [...text]],
  ])("that tells us to go on, unasked, is heard when it answers: %s", async (_, cut) => {
    const goOn = "HTTP/1.1 100 Continue\r\nX-Seen: yes\r\n\r\n";
    const body = "HTTP/1.1 100 Continue\r\n\r\n";
    const answer = `${goOn}HTTP/1.1 103 Early Hints\r\n\r\n${goOn}HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    let connections = 0;
    const port = await aServer((socket) => {
      connections++;
      socket.setNoDelay(true);
      socket.on("data", async (chunk) => {
        // The end of the request's body.
        if (!chunk.toString().endsWith("{}")) return;
        for (const piece of cut(answer)) await new Promise((resolve) => socket.write(piece, resolve));
      });
    });
    const way = open();
    for (let i = 0; i < 4; i++) {
      expect(await way.request(post(`http://127.0.0.1:${port}/`))).toMatchObject({
        statusCode: 200,
        body,
        error: null,
      });
    }
    // The next one may go out before a connection is free again.
    expect(connections).toBeLessThan(4);
  });

  it("that tells us to go on and never answers is reported as one that says nothing, or too much", async () => {
    const words = "The connection was closed before the answer was complete";
    const port = await aServer((socket) =>
      socket.once("data", () => socket.end("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Conti")),
    );
    const result = await open().request(post(`http://127.0.0.1:${port}/`));
    expect(result).toMatchObject({ statusCode: null, error: words });
    const long = await aServer((socket) =>
      socket.once("data", () => socket.write(`HTTP/1.1 100 Continue\r\nX-Long: ${"a".repeat(100_000)}`)),
    );
    const cutOff = await open().request(post(`http://127.0.0.1:${long}/`));
    expect(cutOff).toMatchObject({ statusCode: null, error: "The answer's headers are too long" });
  });

  it("that sends invalid UTF-8 and NUL bytes has them replaced", async () => {
    const subscriber = await aSubscriber((response) =>
      response.writeHead(200).end(Buffer.from([0x61, 0x00, 0xff, 0xc3, 0x62])),
    );
    const { body } = await open().request(post(subscriber.url));
    expect(body).toBe("a\u{FFFD}\u{FFFD}\u{FFFD}b");
  });

  it("that floods its headers is refused without harm", async () => {
    const port = await aServer((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\n");
        for (let i = 0; i < 5_000 && !socket.destroyed; i++) socket.write(`x-${i}: ${"y".repeat(100)}\r\n`);
      });
    });
    const result = await open().request(post(`http://127.0.0.1:${port}/`));
    expect(result).toMatchObject({ statusCode: null });
    expect(result.error).not.toBeNull();
  });
});
