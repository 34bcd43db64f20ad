import { randomUUID } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import definitions from "@octokit/webhooks-examples";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/database";
import { deliver, processAll, signatureOf, WEBHOOK_SECRET } from "@/tests/support/code-host-webhooks";

process.env.CODE_HOST_WEBHOOK_SECRET = WEBHOOK_SECRET;

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const ACCEPTED = { status: "accepted" };
const EXAMPLES = definitions.flatMap(({ name, examples }) =>
  ["push", "pull_request", "issues"].includes(name) ? examples.map((payload) => ({ name, payload })) : [],
);

/** A form as the code host encodes it: spaces as plus signs. */
const formOf = (json: string) => new URLSearchParams({ payload: json }).toString();

const stored = (externalId: string) =>
  db().inboundDelivery.findFirst({ where: { externalId }, include: { body: true } });

async function keptOf(delivery: string): Promise<string> {
  const body = (await stored(delivery))?.body;
  const bytes = Buffer.from(body?.bytes ?? []);
  return (body?.isPacked ? gunzipSync(bytes) : bytes).toString();
}

describe("the code host's forms", () => {
  it("are accepted, verified over the form's bytes, and handled as the JSON inside", async () => {
    expect(EXAMPLES.length).toBeGreaterThan(20);
    for (const { name, payload } of EXAMPLES) {
      const delivery = randomUUID();
      const json = JSON.stringify(payload);
      const answer = await deliver(name, formOf(json), { delivery, headers: FORM });
      expect([answer.status, answer.json]).toEqual([200, ACCEPTED]);
      expect(await keptOf(delivery)).toBe(json);
      await processAll();
      const row = { verification: "verified", status: "processed", bodyBytes: Buffer.byteLength(json) };
      expect(await stored(delivery)).toMatchObject(row);
    }
  });

  it.each([
    ["with letters beyond ASCII, plus signs and ampersands", JSON.stringify({ zen: "é😀 1+1=2 & more%" })],
    ["of more than 1 MiB", JSON.stringify({ zen: "é + ".repeat(300_000) })],
  ])("survive encoding in %s", async (_what, json) => {
    for (const more of ["", "&installation=1", "&payload=%7B%7D"]) {
      const delivery = randomUUID();
      expect((await deliver("ping", formOf(json) + more, { delivery, headers: FORM })).json).toEqual(
        ACCEPTED,
      );
      expect(await keptOf(delivery)).toBe(json);
    }
  });

  it("may name their charset, and be sent in gzip", async () => {
    const delivery = randomUUID();
    const packed = gzipSync(formOf('{"zen":"packed"}'));
    const headers = {
      "content-type": "Application/X-WWW-Form-Urlencoded; charset=utf-8",
      "content-encoding": "gzip",
    };
    expect((await deliver("ping", packed, { delivery, headers })).json).toEqual(ACCEPTED);
    expect(await keptOf(delivery)).toBe('{"zen":"packed"}');
  });

  it("are refused if the JSON inside was signed instead", async () => {
    const json = '{"zen":"x"}';
    const headers = { ...FORM, "x-host-signature-256": signatureOf(json) };
    expect((await deliver("ping", formOf(json), { headers })).status).toBe(401);
  });

  it.each([
    ["half a percent sign", "payload=%7B%7", /percent-encoded UTF-8/],
    ["an encoded byte that is no UTF-8", "payload=%22%FF%22", /percent-encoded UTF-8/],
    ["a byte that is no UTF-8", Buffer.concat([Buffer.from("payload="), Buffer.from([0xff])]), /UTF-8/],
    ["half a percent sign after 1 MiB", `payload=${"x".repeat(1_100_000)}%7`, /percent-encoded UTF-8/],
    ["no JSON", "payload=zen", /not valid JSON/],
    ["nothing", "payload=", /not valid JSON/],
    ["another field", "body=%7B%7D", /not valid JSON/],
    ["another field first", "a=b&payload=%7B%7D", /not valid JSON/],
  ])("that contain %s are answered with 400 and leave no record", async (_what, form, detail) => {
    const delivery = randomUUID();
    const answer = await deliver("ping", form, { delivery, headers: FORM });
    expect([answer.status, answer.json.detail]).toEqual([400, expect.stringMatching(detail)]);
    expect(await stored(delivery)).toBeNull();
  });

  it("are recognised by content type: JSON sent as a form is accepted, a form sent as JSON is not", async () => {
    expect((await deliver("ping", '{"zen":"x"}', { headers: FORM })).json).toEqual(ACCEPTED);
    expect((await deliver("ping", formOf('{"zen":"x"}'))).status).toBe(400);
  });
});
