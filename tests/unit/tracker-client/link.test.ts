import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TrackerEvent } from "@/lib/tracker/ingest/schema";
import { compileRules } from "@/lib/tracker/redaction/rules";
import { api, apiBase, offsetOf } from "@/lib/tracker-client/api";
import { ClientError } from "@/lib/tracker-client/client-error";
import { judge, Link, retryMs } from "@/lib/tracker-client/link";
import { Queue } from "@/lib/tracker-client/queue";
import { DEFAULTS, type Settings } from "@/lib/tracker-client/settings";

/* Against a server that answers as a service in trouble would; what a healthy one answers is tested in tests/api. */

type Asked = { method: string; path: string; body: { events: TrackerEvent[]; sent_at: string } | null };
type Reply = { status: number; headers?: Record<string, string>; json?: unknown };

const ACCOUNT = {
  base: "",
  token: "svc_test",
  deviceId: "0d3f9f2c-8b0e-4c38-9a55-0f8d4c1b2a3e",
  workspaceId: "w",
  project: "Shop",
};

let folder: string;
let server: Server;
let base: string;
let asked: Asked[];
let reply: (asked: Asked) => Reply;
let monoMs: number;
let said: string[];
let kept: Settings | null;
let keepFails: boolean;
let config: Settings["config"];

const healthy = ({ path: at, body }: Asked): Reply => {
  if (at.endsWith("/redaction")) return { status: 200, json: { rules: [] } };
  if (at.endsWith("/working-hours")) return { status: 200, json: { time_zone: null, hours: null } };
  if (at.includes(":heartbeat")) return { status: 200, json: config };
  const accepted = body?.events.length ?? 0;
  const { config_etag } = config;
  const result = { accepted, duplicates: 0, rejected: [], server_seq: 0, next_poll_after_s: 60, config_etag };
  return { status: 200, json: result };
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tracker-link-"));
  asked = [];
  said = [];
  kept = null;
  keepFails = false;
  reply = healthy;
  monoMs = 1_000;
  config = { ...DEFAULTS.config };
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const sent = Buffer.concat(chunks);
    const text = request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
    const each: Asked = {
      method: request.method ?? "",
      path: request.url ?? "",
      body: text.length > 0 ? JSON.parse(text.toString()) : null,
    };
    asked.push(each);
    const { status, headers, json } = reply(each);
    response.writeHead(status, { "content-type": "application/json", connection: "close", ...headers });
    response.end(typeof json === "string" ? json : JSON.stringify(json ?? { detail: "No." }));
  });
  await listen();
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

async function listen(port = 0): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function hangUp(): Promise<number> {
  const { port } = server.address() as AddressInfo;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function aLink(): { link: Link; queue: Queue } {
  const queue = new Queue(path.join(folder, "queue"));
  const link = new Link({
    api: api(base, ACCOUNT.token),
    account: ACCOUNT,
    queue,
    settings: DEFAULTS,
    rulesOf: ({ rules }) => ({ extra: compileRules(rules), titles: true }),
    keep: (settings) => {
      if (keepFails) throw new Error("ENOSPC: no space left on device, write");
      kept = settings;
    },
    say: (text) => said.push(text),
    now: () => ({ wallMs: Date.now(), monoMs }),
  });
  return { link, queue };
}

const event = (seq: number): TrackerEvent => ({
  event_id: `event-${seq}`,
  client_seq: seq,
  ts: "2026-11-20T10:00:00.000Z",
  interval_s: 60,
  active_app: { name: "Code", bundle_id: "Code", window_title: "Project Lynx" },
});
const events = (count: number) => Array.from({ length: count }, (_, index) => event(index + 1));

/** Lets the link do what it wants to for so long. */
async function live(link: Link, forMs: number): Promise<void> {
  const end = monoMs + forMs;
  while (monoMs < end) monoMs = Math.min(end, monoMs + Math.max(100, await link.step()));
}

const sentIds = () => asked.flatMap(({ body }) => body?.events.map(({ event_id }) => event_id) ?? []);
const heartbeats = () => asked.filter(({ path: at }) => at.includes(":heartbeat"));

describe("the link to the service", () => {
  it("fetches the configuration first, and keeps it", async () => {
    config = { ...config, sample_interval_s: 30, config_etag: "cfg_a" };
    const { link } = aLink();
    await link.step();
    expect(asked[0]?.path).toBe(`/tracker/devices:heartbeat?device_id=${ACCOUNT.deviceId}`);
    expect(asked.slice(1).map(({ path: at }) => at)).toEqual(
      expect.arrayContaining([
        "/tracker/working-hours",
        "/tracker/redaction",
        "/workspaces/w/tracker/redaction",
      ]),
    );
    expect(kept?.config.sample_interval_s).toBe(30);
  });

  it("sends queued samples, 500 at once, and none twice", async () => {
    const { link, queue } = aLink();
    queue.append(events(1_200));
    await live(link, 60_000);
    expect(asked.flatMap(({ body }) => (body ? [body.events.length] : []))).toEqual([500, 500, 200]);
    expect(sentIds()).toEqual(events(1_200).map(({ event_id }) => event_id));
    await live(link, 600_000);
    expect(sentIds()).toHaveLength(1_200);
  });

  it("redacts queued samples by rules that arrived since", async () => {
    const { link, queue } = aLink();
    queue.append([event(1)]);
    reply = (each) =>
      each.path === "/tracker/redaction"
        ? { status: 200, json: { rules: [{ kind: "text", value: "Lynx" }] } }
        : healthy(each);
    await live(link, 20_000);
    const [sent] = asked.flatMap(({ body }) => body?.events ?? []);
    expect(sent?.active_app.window_title).toBe("Project [redacted]");
  });

  it("keeps everything through days without a network, says so once, and sends it afterwards", async () => {
    const { link, queue } = aLink();
    await link.step();
    const port = await hangUp();
    for (let day = 0; day < 3; day++) {
      queue.append(events(480));
      await live(link, 86_400_000);
    }
    expect(said.filter((text) => text.includes("No answer"))).toHaveLength(1);
    await listen(port);
    await live(link, 3_600_000);
    expect(sentIds()).toHaveLength(3 * 480);
    // It did not knock all the time.
    expect(asked.length).toBeLessThan(120);
  });

  it("waits for as long as the service asks it to", async () => {
    const { link, queue } = aLink();
    queue.append(events(1));
    await link.step();
    reply = () => ({ status: 429, headers: { "retry-after": "45" } });
    expect(await link.step()).toBeGreaterThanOrEqual(45_000);
    expect(queue.peek().events).toHaveLength(1);
    reply = healthy;
    await live(link, 60_000);
    expect(sentIds().length).toBe(2);
    expect(queue.peek().events).toEqual([]);
  });

  it("sends smaller batches if one is too large", async () => {
    const { link, queue } = aLink();
    queue.append(events(400));
    reply = (each) => ((each.body?.events.length ?? 0) > 100 ? { status: 413 } : healthy(each));
    await live(link, 600_000);
    expect(queue.peek().events).toEqual([]);
    expect(asked.flatMap(({ body }) => (body ? [body.events.length] : [])).slice(0, 3)).toEqual([
      400, 250, 125,
    ]);
  });

  it.each([
    [401, "--sign-in"],
    [404, "--enrol"],
    [409, "--enrol"],
  ])("ends at a %i, says what to do, and keeps the queue", async (status, advice) => {
    const { link, queue } = aLink();
    await link.step();
    queue.append(events(3));
    reply = () => ({ status });
    await expect(link.step()).rejects.toThrow(ClientError);
    monoMs += 60_000;
    await expect(link.step()).rejects.toThrow(advice);
    expect(new Queue(path.join(folder, "queue")).peek().events).toHaveLength(3);
  });

  it("pauses while tracking is off, continues when it is on again, and keeps the queue", async () => {
    const { link, queue } = aLink();
    await link.step();
    queue.append(events(3));
    config = { ...config, paused: true, config_etag: "cfg_p" };
    reply = (each) =>
      each.body
        ? { status: 403, json: { detail: "Tracker is not enabled for this project" } }
        : healthy(each);
    await live(link, 300_000);
    expect(link.settings.config.paused).toBe(true);
    config = { ...config, paused: false, config_etag: "cfg_0" };
    reply = healthy;
    await live(link, 300_000);
    expect(link.settings.config.paused).toBe(false);
    expect(queue.peek().events).toEqual([]);
  });

  it("asks for the configuration when an answer names another, and once a minute while nothing is sent", async () => {
    const { link, queue } = aLink();
    await link.step();
    await live(link, 600_000);
    expect(heartbeats().length).toBeGreaterThanOrEqual(9);
    expect(heartbeats().length).toBeLessThanOrEqual(12);
    queue.append(events(1));
    config = { ...config, sample_interval_s: 15, config_etag: "cfg_b" };
    monoMs += 11_000;
    await link.step();
    monoMs += 1;
    await link.step();
    expect(link.settings.config.sample_interval_s).toBe(15);
  });

  it("uses the service's clock if its own is minutes off, and says so", async () => {
    const { link } = aLink();
    reply = (each) => ({ ...healthy(each), headers: { date: new Date(Date.now() - 660_000).toUTCString() } });
    await link.step();
    expect(Math.abs(link.offsetS - 660)).toBeLessThanOrEqual(2);
    expect(said.join()).toContain("11 min fast");
    reply = healthy;
    link.askSoon();
    await link.step();
    expect(link.offsetS).toBe(0);
  });

  it.each([
    [200, "<html>Back soon</html>"],
    [200, "[]"],
    [401, "<html>Sign in to this network</html>"],
    [403, ""],
    [404, "404 page not found"],
    [404, '{"error":"no such app"}'],
    [502, "<html>"],
  ])("waits while a proxy answers in the service's place: %i %s", async (status, text) => {
    const { link, queue } = aLink();
    await link.step();
    queue.append(events(3));
    reply = () => ({ status, json: text });
    await live(link, 1_800_000);
    expect(link.settings.config.paused).toBe(false);
    expect(said.filter((each) => each.includes("Recording goes on"))).toHaveLength(1);
    reply = healthy;
    await live(link, 1_800_000);
    expect(queue.peek().events).toEqual([]);
  });

  it("goes on while the disk takes nothing, says so once, and sends nothing twice", async () => {
    const { link, queue } = aLink();
    const blocked = path.join(folder, "queue", "sent.json.new");
    await mkdir(blocked);
    keepFails = true;
    queue.append(events(2));
    config = { ...config, sample_interval_s: 30, config_etag: "cfg_a" };
    await live(link, 300_000);
    expect(sentIds()).toEqual(["event-1", "event-2"]);
    expect(link.settings.config.sample_interval_s).toBe(30);
    expect(said.filter((text) => text.includes("disk"))).toHaveLength(1);
    await rm(blocked, { recursive: true });
    queue.append([event(3)]);
    await live(link, 300_000);
    expect(new Queue(path.join(folder, "queue")).peek().events).toEqual([]);
    expect(sentIds()).toHaveLength(3);
  });
});

describe("what an answer means", () => {
  it.each([
    [200, "taken"],
    [401, "ended"],
    [403, "not_tracking"],
    [413, "too_large"],
    [422, "refused"],
    [429, "wait"],
    [500, "wait"],
    [503, "wait"],
  ])("%i: %s", (status, verdict) => expect(judge(status)).toBe(verdict));

  it("is waited for twice as long after each failure, up to a quarter of an hour", () => {
    expect([1, 2, 3, 4].map((failures) => retryMs(failures, 0))).toEqual([5_000, 10_000, 20_000, 40_000]);
    expect(retryMs(1_000, 0)).toBe(900_000);
    expect(retryMs(1, 1)).toBe(2_500);
  });

  it("measures the clock at the middle of a short round trip", () => {
    const date = new Date(1_790_000_000_000).toUTCString();
    expect(offsetOf(date, 1_790_000_000_000, 1_790_000_001_000)).toBe(500);
    expect(offsetOf(date, 1_790_000_000_000, 1_790_000_009_000)).toBeNull();
    expect(offsetOf("yesterday", 1, 2)).toBeNull();
    expect(offsetOf(null, 1, 2)).toBeNull();
  });
});

describe("the address of a service", () => {
  it.each([
    ["https://time.example.com", "https://time.example.com/api/v1"],
    ["time.example.com/", "https://time.example.com/api/v1"],
    ["https://example.com/time/api/v1/", "https://example.com/time/api/v1"],
    ["http://localhost:3000", "http://localhost:3000/api/v1"],
    ["http://[::1]:3000", "http://[::1]:3000/api/v1"],
  ])("%s", (server, base) => expect(apiBase(server)).toBe(base));

  it.each(["http://time.example.com", "ftp://time.example.com", "https://", "http://localhost.evil.example"])(
    "refuses %s",
    (server) => expect(() => apiBase(server)).toThrow(ClientError),
  );

  it("may be unencrypted if explicitly allowed", () => {
    expect(apiBase("http://time.lan", true)).toBe("http://time.lan/api/v1");
  });
});
