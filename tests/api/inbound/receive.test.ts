import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import definitions from "@octokit/webhooks-examples";
import { describe, expect, it } from "vitest";
import { POST } from "@/app/api/v1/webhooks/code_host/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { deliver, processAll, signatureOf, WEBHOOK_SECRET } from "@/tests/support/code-host-webhooks";

process.env.CODE_HOST_WEBHOOK_SECRET = WEBHOOK_SECRET;

const PUSH = definitions.find(({ name }) => name === "push")?.examples[0];
const ACCEPTED = { status: "accepted" };
const REFUSED = { detail: "Invalid webhook signature" };
const BODY_BYTES_MAX = 26_214_400;

const stored = (externalId: string) =>
  db().inboundDelivery.findFirst({ where: { externalId }, include: { body: true } });

/** Whether a delivery waits to be handled. */
const isDue = async (externalId: string) => ((await stored(externalId))?.dueAt ?? null) !== null;

/** A request as the code host sends it, without anything that the test does not name. */
const post = (body: string | Uint8Array, headers: Record<string, string>) =>
  call(POST, "POST", { body, headers });

describe("verification", () => {
  it("accepts the right signature and records that it was verified", async () => {
    const delivery = randomUUID();
    const answer = await deliver("push", PUSH, { delivery });
    expect([answer.status, answer.json]).toEqual([200, ACCEPTED]);
    expect(await stored(delivery)).toMatchObject({ verification: "verified", status: "pending" });
  });

  it("accepts the header names that real code hosts send", async () => {
    const delivery = randomUUID();
    const body = JSON.stringify(PUSH);
    const answer = await post(body, {
      "X-Hub-Signature-256": signatureOf(body),
      "X-GitHub-Event": "push",
      "X-GitHub-Delivery": delivery,
    });
    expect(answer.json).toEqual(ACCEPTED);
    expect(await stored(delivery)).toMatchObject({ verification: "verified", event: "push" });
  });

  it("refuses a wrong signature under either header name, and records nothing", async () => {
    const before = await db().inboundDelivery.count();
    for (const name of ["x-host-signature-256", "x-hub-signature-256"]) {
      const headers = { "x-host-event": "push", "x-host-delivery": randomUUID() };
      const answer = await post("{}", { ...headers, [name]: signatureOf("{}", "another secret") });
      expect([answer.status, answer.json]).toEqual([401, REFUSED]);
    }
    expect(await db().inboundDelivery.count()).toBe(before);
  });

  it("refuses a body of which any one byte was changed", async () => {
    const body = Buffer.from(JSON.stringify({ zen: "Keep it logically awesome.", hook_id: 12 }));
    const signature = signatureOf(body);
    for (let index = 0; index < body.length; index++) {
      const altered = Buffer.from(body);
      altered[index] = (altered[index] ?? 0) ^ 1;
      const answer = await deliver("ping", altered, { headers: { "x-host-signature-256": signature } });
      expect([index, answer.status]).toEqual([index, 401]);
    }
  });

  it("refuses a signature of which any one character was changed, cut or added", async () => {
    const body = JSON.stringify({ zen: "x" });
    const right = signatureOf(body);
    const altered = [...right].map((each, index) => {
      const other = each === "0" ? "1" : "0";
      return `${right.slice(0, index)}${other}${right.slice(index + 1)}`;
    });
    const wrong = [
      ...altered,
      right.slice(0, -1),
      `${right}0`,
      right.toUpperCase(),
      right.slice("sha256=".length),
      "",
      "sha256=",
      signatureOf(body).replace("sha256=", "sha1="),
    ];
    for (const signature of wrong) {
      const answer = await deliver("ping", body, { headers: { "x-host-signature-256": signature } });
      expect([signature, answer.status]).toEqual([signature, 401]);
    }
  });

  it.each([
    ["of other whitespace", '{ "zen": "x", "hook_id": 1 }'],
    ["of another order of keys", '{"hook_id":1,"zen":"x"}'],
    ["of the same text escaped", '{"zen":"\\u0078","hook_id":1}'],
  ])("refuses a signature %s that parses to the same JSON", async (_what, signed) => {
    const sent = '{"zen":"x","hook_id":1}';
    expect(Object.entries(JSON.parse(signed)).sort()).toEqual(Object.entries(JSON.parse(sent)).sort());
    const answer = await deliver("ping", sent, { headers: { "x-host-signature-256": signatureOf(signed) } });
    expect(answer.status).toBe(401);
  });

  it("accepts any whitespace and order of keys, if signed", async () => {
    const body = ' {\n "hook_id" : 1,\t"zen": "x" }\n';
    expect((await deliver("ping", body)).json).toEqual(ACCEPTED);
  });

  it("refuses a signature header that comes twice, even if both are right", async () => {
    const signature = signatureOf("{}");
    const headers = new Headers({ "x-host-event": "ping", "x-host-signature-256": signature });
    headers.append("x-host-signature-256", signature);
    const request = new Request("http://localhost/", { method: "POST", headers, body: "{}" });
    const response = await POST(request, { params: Promise.resolve({}) });
    expect(response.status).toBe(401);
  });

  it("accepts a body without a signature if none is required, and records that", async () => {
    const delivery = randomUUID();
    const headers = { "x-host-event": "ping", "x-host-delivery": delivery };
    expect((await post("{}", headers)).json).toEqual(ACCEPTED);
    expect(await stored(delivery)).toMatchObject({ verification: "unsigned" });
  });

  it("checks the signature before it reads the body", async () => {
    const answer = await deliver("push", "no JSON", { headers: { "x-host-signature-256": "sha256=00" } });
    expect(answer.status).toBe(401);
  });
});

describe("bodies", () => {
  it.each([
    ["nothing", ""],
    ["a truncated payload", JSON.stringify(PUSH).slice(0, -1)],
    ["invalid UTF-8", Buffer.concat([Buffer.from('{"ref":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])],
    ["no JSON", "payload=%7B%7D"],
    ["100,000 brackets that are never closed", "[".repeat(100_000)],
  ])("of %s are answered with 400 and leave no record", async (_what, body) => {
    const delivery = randomUUID();
    const answer = await deliver("push", body, { delivery });
    expect(answer.status).toBe(400);
    expect(await stored(delivery)).toBeNull();
  });

  it.each([
    ["an empty object", "{}"],
    ["null", "null"],
    ["a number", "7"],
    ["a list", "[]"],
    ["100,000 nested brackets", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["100,000 nested objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
    ["a repository that is a text", '{"ref":"refs/heads/main","repository":"acme/web"}'],
    ["an id beyond all integers", '{"ref":"refs/heads/main","repository":{"id":1e400,"full_name":"a/b"}}'],
    ["a ref that is missing", '{"repository":{"id":1,"full_name":"a/b"}}'],
  ])("of a known event that contain %s are ignored with a reason", async (_what, body) => {
    for (const event of [
      "push",
      "pull_request",
      "pull_request_review",
      "issues",
      "repository",
      "installation",
    ]) {
      const answer = await deliver(event, body);
      expect([event, answer.status, answer.json]).toEqual([
        event,
        200,
        { status: "ignored", reason: "missing_fields" },
      ]);
    }
  });

  it("with duplicate keys count with the last of them, in the answer and in the job", async () => {
    const delivery = randomUUID();
    const body =
      '{"repository":{"id":1,"full_name":"acme/first"},"repository":{"id":2,"full_name":"acme/last"},"ref":"refs/heads/main"}';
    expect((await deliver("push", body, { delivery })).json).toEqual(ACCEPTED);
    expect(await stored(delivery)).toMatchObject({ subject: "acme/last" });
  });

  it("may contain __proto__ and constructor keys, without any effect", async () => {
    const body =
      '{"__proto__":{"polluted":true,"ref":"refs/heads/main"},"constructor":{"prototype":{"polluted":true}},"ref":"refs/heads/main","repository":{"id":3,"full_name":"a/b","__proto__":{"private":false}}}';
    expect((await deliver("push", body)).json).toEqual(ACCEPTED);
    expect(
      (await deliver("push", '{"__proto__":{"ref":"x","repository":{"id":3,"full_name":"a/b"}}}')).json,
    ).toEqual({
      status: "ignored",
      reason: "missing_fields",
    });
    await processAll();
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("with NUL and lone surrogates in every text are stored and handled", async () => {
    const delivery = randomUUID();
    const ugly = "\\u0000\\ud800";
    const body = `{"action":"opened${ugly}","ref":"refs/heads/${ugly}","repository":{"id":4,"full_name":"a${ugly}/b"}}`;
    expect((await deliver("push", body, { delivery })).json).toEqual(ACCEPTED);
    await processAll();
    expect(await stored(delivery)).toMatchObject({ status: "processed", subject: "a\ufffd/b" });
  });

  it("are kept byte by byte, with the headers that contain no secret", async () => {
    const delivery = randomUUID();
    const body = `  {"zen": "é\\u00e9", "n": 1.0}\n`;
    const headers = { authorization: "Bearer secret", cookie: "secret", "user-agent": "Hookshot/1" };
    await deliver("ping", body, { delivery, headers });
    const row = await stored(delivery);
    expect(Buffer.from(row?.body?.bytes ?? []).toString()).toBe(body);
    expect(row?.headers).toEqual({
      "content-type": "application/json",
      "user-agent": "Hookshot/1",
      "x-host-event": "ping",
      "x-host-delivery": delivery,
    });
  });

  it("of 25 MiB are accepted, and of one byte more refused while they are read", async () => {
    const frame = '{"zen":""}';
    const largest = `{"zen":"${"x".repeat(BODY_BYTES_MAX - frame.length)}"}`;
    expect((await deliver("ping", largest)).json).toEqual(ACCEPTED);
    expect((await deliver("ping", `${largest} `)).status).toBe(413);
    let read = 0;
    const endless = new ReadableStream({
      pull(controller) {
        read += 1_048_576;
        controller.enqueue(new Uint8Array(1_048_576));
      },
    });
    const init = { method: "POST", body: endless, duplex: "half" } as RequestInit;
    const response = await POST(new Request("http://localhost/", init), { params: Promise.resolve({}) });
    expect(response.status).toBe(413);
    expect(read).toBeLessThan(BODY_BYTES_MAX + 8 * 1_048_576);
  });

  it.each([
    ["fewer bytes than", 1, "The request body is incomplete."],
    ["more bytes than", -1, "The request body is longer than its Content-Length."],
  ])("of megabytes with %s they announce are refused", async (_words, difference, detail) => {
    const body = Buffer.from(JSON.stringify({ zen: "x".repeat(2_000_000) }));
    const headers = { "content-length": String(body.length + difference) };
    const answer = await deliver("ping", body, { headers });
    expect([answer.status, answer.json.detail]).toEqual([400, detail]);
  });

  it("in gzip are verified as sent and read decompressed; decompression stops at the limit", async () => {
    const delivery = randomUUID();
    const packed = gzipSync('{"zen":"packed"}');
    const headers = { "content-encoding": "gzip" };
    expect((await deliver("ping", packed, { delivery, headers })).json).toEqual(ACCEPTED);
    expect(Buffer.from((await stored(delivery))?.body?.bytes ?? []).toString()).toBe('{"zen":"packed"}');
    const overPlain = { ...headers, "x-host-signature-256": signatureOf('{"zen":"packed"}') };
    expect((await deliver("ping", packed, { headers: overPlain })).status).toBe(401);
    const bomb = gzipSync(Buffer.alloc(BODY_BYTES_MAX + 1, " "));
    expect((await deliver("ping", bomb, { headers })).status).toBe(413);
    expect((await deliver("ping", "{}", { headers })).status).toBe(400);
    expect((await deliver("ping", "{}", { headers: { "content-encoding": "br" } })).status).toBe(415);
  });
});

describe("events", () => {
  it.each(["star", "", "PUSH", "push, push", "__proto__", "constructor", "toString", "hasOwnProperty"])(
    "named %j are ignored with a reason and recorded",
    async (event) => {
      const delivery = randomUUID();
      const answer = await deliver(event, PUSH, { delivery });
      expect([answer.status, answer.json]).toEqual([200, { status: "ignored", reason: "unsupported_event" }]);
      const row = await stored(delivery);
      expect(row).toMatchObject({ status: "ignored", reason: "unsupported_event" });
      expect(Buffer.from(row?.body?.bytes ?? []).toString()).toBe(JSON.stringify(PUSH));
      expect(await isDue(delivery)).toBe(false);
    },
  );

  it("without a name are ignored", async () => {
    const answer = await post("{}", { "x-host-delivery": randomUUID() });
    expect(answer.json).toEqual({ status: "ignored", reason: "unsupported_event" });
  });
});

describe("copies", () => {
  it("50 at once make one record, which is handled once", async () => {
    const delivery = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver("push", PUSH, { delivery })));
    const told = answers.map(({ status, json }) => `${status} ${json.status} ${json.reason ?? ""}`).sort();
    expect(told).toEqual(["200 accepted ", ...Array(49).fill("200 ignored duplicate_delivery")].sort());
    expect(await db().inboundDelivery.count({ where: { externalId: delivery } })).toBe(1);
    await processAll();
    expect(await stored(delivery)).toMatchObject({ attempts: 1 });
  });

  it("are recognised by the delivery's id, whatever else differs", async () => {
    const delivery = randomUUID();
    await deliver("push", PUSH, { delivery });
    const answer = await deliver("ping", { zen: "other" }, { delivery });
    expect(answer.json).toEqual({ status: "ignored", reason: "duplicate_delivery" });
  });

  it("without a delivery id are recognised by their bytes and event", async () => {
    const body = JSON.stringify({ zen: randomUUID() });
    const send = (event: string, bytes = body) =>
      post(bytes, { "x-host-event": event, "x-host-signature-256": signatureOf(bytes) });
    expect((await send("ping")).json).toEqual(ACCEPTED);
    expect((await send("ping")).json).toEqual({ status: "ignored", reason: "duplicate_delivery" });
    expect((await send("ping", `${body} `)).json).toEqual(ACCEPTED);
    expect((await send("star")).json).toEqual({ status: "ignored", reason: "unsupported_event" });
  });

  it("with a delivery id of 8,000 or odd characters are recognised by its hash", async () => {
    for (const delivery of ["x".repeat(8_000), "é ü", randomUUID().replaceAll("-", " ")]) {
      expect((await deliver("ping", "{}", { delivery })).json).toEqual(ACCEPTED);
      expect((await deliver("ping", "{}", { delivery })).json.reason).toBe("duplicate_delivery");
    }
    expect(
      await db().inboundDelivery.count({ where: { externalId: { startsWith: "sha256:" } } }),
    ).toBeGreaterThan(2);
  });
});
