import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { aBody, enrolUploaders, type Uploader } from "@/tests/bench/uploads";
import { type Service, startService } from "@/tests/support/service";

/*
 * The routes that the front door answers by itself, each asked twice: directly, and through Next, where who weighs
 * encodings is sent. Only how the body is framed may differ: Next doesn't know the length of what it sends.
 */

test.describe.configure({ timeout: 240_000, mode: "serial" });

const SECRET = "a-webhook-secret-of-the-test";
const FRAMING = ["content-length", "transfer-encoding", "date", "connection", "keep-alive"];

const source = readFileSync(path.resolve(import.meta.dirname, "../../lib/server/lane.ts"), "utf8");
/** The paths of the lane, with their custom verbs. */
const PATHS = [
  ...[...source.matchAll(/^ {2}"(\/[^"]+)":/gm)].map(([, found = ""]) =>
    found.replace(/^\/tracker\/(events|devices)\//, "/tracker/$1:"),
  ),
  ...["ses", "sendgrid", "mailgun", "postmark"].map((name) => `/email-webhooks/${name}`),
];

type Sent = { path: string; headers?: Record<string, string | string[]>; body?: Buffer | string };
type Got = { status: number; headers: Record<string, unknown>; body: string; isFramed: boolean };

let service: Service;
let devices: Uploader[];
let editorKey: string;

test.beforeAll(async () => {
  service = await startService({ CODE_HOST_WEBHOOK_SECRET: SECRET, LOG_LEVEL: "error" });
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  devices = await enrolUploaders(client, 2);
  await client.end();
  const made = await fetch(`${service.baseUrl}/api/v1/tracker/devices/${devices[0]?.deviceId}/editor-key`, {
    method: "POST",
    headers: { authorization: `Bearer ${devices[0]?.token}` },
  });
  ({ key: editorKey } = await made.json());
  // It is loaded a moment after the start; Next answers until then.
  const anonymous = { path: "/api/v1/tracker/devices:heartbeat" };
  await expect.poll(async () => (await send(anonymous, undefined)).isFramed, { timeout: 60_000 }).toBe(true);
});
test.afterAll(() => service?.stop());

/** The bytes of an answer; of one to a batch, its text without the number of the batch's last event. */
function withoutNumber(bytes: Buffer, encoding: string | undefined): string {
  const text = (encoding === "gzip" ? gunzipSync(bytes) : bytes).toString("utf8");
  const same = text.replace(/"server_seq":\d+/, '"server_seq":0');
  return same === text ? bytes.toString("latin1") : same;
}

function send({ path: address, headers = {}, body }: Sent, accepted: string | undefined): Promise<Got> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(service.baseUrl + address, {
      method: "POST",
      headers: {
        "x-request-id": "the-same-request",
        ...headers,
        ...(accepted === undefined ? {} : { "accept-encoding": accepted }),
      },
    });
    request.once("error", reject);
    request.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("end", () => {
        const kept = Object.entries(response.headers).filter(([name]) => !FRAMING.includes(name));
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(kept),
          body: withoutNumber(Buffer.concat(chunks), response.headers["content-encoding"]),
          isFramed: response.headers["content-length"] !== undefined,
        });
      });
    });
    request.end(body);
  });
}

/** Asks both ways, for a plain answer and for a compressed one. */
async function expectAlike(make: () => Sent): Promise<Got> {
  for (const [direct, next] of [
    ["gzip, deflate, br", "gzip;q=1, deflate, br"],
    [undefined, "identity;q=1"],
  ]) {
    const [ours, theirs] = [await send(make(), direct), await send(make(), next)];
    expect({ ...ours, isFramed: null }).toEqual({ ...theirs, isFramed: null });
    // Else both went the same way. What has no body has no length either.
    if (ours.body !== "") expect([ours.isFramed, theirs.isFramed]).toEqual([true, false]);
    if (direct === undefined) return ours;
  }
  throw new Error("nothing was asked");
}

test("the lane has routes to compare", () => {
  expect(PATHS.length).toBeGreaterThanOrEqual(10);
});

for (const route of PATHS) {
  test(`${route} answers alike with and without Next`, async () => {
    const at = `/api/v1${route}`;
    const token = route.includes("wakatime") ? editorKey : devices[0]?.token;
    const bearer = { authorization: `Bearer ${token}` };
    const device = `?device_id=${devices[0]?.deviceId}`;
    const json = { "content-type": "application/json" };
    const large = Buffer.alloc(300_000, "[1,2,3],");
    const cases: Sent[] = [
      { path: at },
      { path: at, body: "" },
      { path: at, headers: json, body: "{}" },
      { path: at, headers: { ...json, ...bearer }, body: "{}" },
      { path: at + device, headers: bearer },
      { path: `${at}?device_id=x&device_id=%00`, headers: bearer },
      { path: at, headers: { ...json, ...bearer }, body: "{not json" },
      { path: at, headers: { ...json, ...bearer }, body: Buffer.from([0x7b, 0xff, 0x7d]) },
      { path: at, headers: { ...json, ...bearer }, body: '{"a":"\\u0000","__proto__":{"x":1}}' },
      { path: at, headers: { ...json, ...bearer, "content-encoding": "gzip" }, body: gzipSync("{}") },
      { path: at, headers: { ...json, ...bearer, "content-encoding": "gzip" }, body: "no gzip" },
      { path: at, headers: { ...json, ...bearer, "content-encoding": "GZIP" }, body: gzipSync("{}") },
      { path: at, headers: { ...json, ...bearer, "content-encoding": "gzip, gzip" }, body: "{}" },
      { path: at, headers: { ...json, ...bearer, "content-encoding": "br" }, body: "{}" },
      { path: at, headers: { ...json, ...bearer }, body: large },
      {
        path: at,
        headers: { ...json, authorization: ["Bearer x", `Bearer ${token}`] },
        body: "{}",
      },
      {
        path: at,
        headers: { ...json, "x-forwarded-for": "203.0.113.6", origin: "https://a.example" },
        body: "{}",
      },
      { path: at, headers: { "x-host-event": "ping", "x-host-signature-256": "sha256=00" }, body: "{}" },
    ];
    const statuses = new Set<number>();
    for (const each of cases) {
      // A delivery is news once.
      if (route.includes("webhooks")) await send(each, undefined);
      statuses.add((await expectAlike(() => each)).status);
    }
    expect(statuses.has(500)).toBe(false);
    expect(statuses.size).toBeGreaterThan(1);
  });
}

test("successful requests are answered and counted alike too", async () => {
  const [device] = devices;
  const bearer = { authorization: `Bearer ${device?.token}`, "content-type": "application/json" };
  const upload = () => ({
    path: "/tracker/events%3Abatch",
    headers: { ...bearer, "content-encoding": "gzip" },
    body: gzipSync(aBody(device as Uploader)),
  });
  expect(JSON.parse((await expectAlike(upload)).body)).toMatchObject({ accepted: 500 });
  const beat = () => ({
    path: `/api/v1/tracker/devices:heartbeat?device_id=${device?.deviceId}`,
    headers: bearer,
  });
  expect((await expectAlike(beat)).status).toBe(200);
  const ping = Buffer.from(JSON.stringify({ zen: "Keep it simple", hook_id: 1 }));
  const deliver = () => ({
    path: "/webhooks/code_host",
    headers: {
      "x-host-event": "ping",
      "x-host-delivery": randomUUID(),
      "x-host-signature-256": `sha256=${createHmac("sha256", SECRET).update(ping).digest("hex")}`,
      "content-type": "application/json",
    },
    body: ping,
  });
  expect(JSON.parse((await expectAlike(deliver)).body)).toEqual({ status: "accepted" });
});
