import { randomInt, randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { POST as codeHost } from "@/app/api/v1/webhooks/code_host/route";
import { GET as getOne } from "@/app/api/v1/workspaces/[workspace_id]/integrations/deliveries/[received_id]/route";
import { GET as list } from "@/app/api/v1/workspaces/[workspace_id]/integrations/deliveries/route";
import { checkLimits } from "@/lib/limits/check-limits";
import { LIMITS } from "@/lib/limits/table";
import { db, pool } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { processAll } from "@/tests/support/code-host-webhooks";
import { aCrm } from "@/tests/support/crm-records";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";
import { MAIL_SETTINGS, mailProviders, sendgridEvent, sendgridHeaders } from "@/tests/support/mail-webhooks";

// The code host has no secret here, so that it is believed; those of mail have theirs.
Object.assign(process.env, MAIL_SETTINGS);

const KEPT_BYTES_MAX = 65_536;
const WIDTH = 200_000;
const noSns = () => {
  throw new Error("not needed");
};
const [, sendgrid, mailgun] = mailProviders(noSns);

async function send(event: string, body: string | Uint8Array, headers: Record<string, string> = {}) {
  const delivery = randomUUID();
  const named = { "x-host-event": event, "x-host-delivery": delivery, ...headers };
  const answer = await call(codeHost, "POST", { body, headers: named });
  return { ...answer, delivery };
}

const stored = (externalId: string) =>
  db().inboundDelivery.findFirstOrThrow({ where: { externalId }, include: { body: true } });

async function jobsFor(externalId: string): Promise<number> {
  const { rows } = await pool().query<{ jobs: number }>(
    "SELECT count(*)::int AS jobs FROM graphile_worker._private_jobs WHERE key LIKE '%:' || $1",
    [externalId],
  );
  return rows[0]?.jobs ?? 0;
}

/** A workspace that has adopted a repository. */
async function aHouse() {
  const owner = await aDeveloper();
  const { id: workspaceId } = await aWorkspace(owner);
  const host = { id: randomInt(1, 2 ** 40), full_name: "acme/web", private: false, default_branch: "main" };
  const adopted = { externalId: String(host.id), fullName: host.full_name, defaultBranch: "main" };
  const repository = await db().workspaceRepository.create({
    data: { workspaceId, ...adopted, isPrivate: false, adoptedByDeveloperId: owner.id },
  });
  return { owner, workspaceId, host, repository };
}

describe("a body that nobody verified", () => {
  it("of 64 KiB is stored as sent", async () => {
    const frame = '{"zen": ""}';
    const body = `{"zen": "${"x".repeat(KEPT_BYTES_MAX - frame.length)}"}`;
    const { json, delivery } = await send("ping", body);
    expect(json).toEqual({ status: "accepted" });
    const row = await stored(delivery);
    expect(Buffer.from(row.body?.bytes ?? []).toString()).toBe(body);
  });

  it.each([
    ["plain", (text: string) => Buffer.from(text)],
    ["in gzip", (text: string) => gzipSync(text)],
  ])(
    "of more is stored only as far as its job needs it, and handled as usual: sent %s",
    async (how, pack) => {
      const { host, repository, owner, workspaceId } = await aHouse();
      const commit = { id: "a".repeat(40), message: "Sort out uploads", added: ["x".repeat(WIDTH)] };
      const push = { ref: "refs/heads/main", repository: { ...host, description: "y" }, commits: [commit] };
      const body = JSON.stringify({ ...push, padding: "z".repeat(WIDTH) });
      const { json, delivery } = await send(
        "push",
        pack(body),
        how === "plain" ? {} : { "content-encoding": "gzip" },
      );
      expect(json).toEqual({ status: "accepted" });
      await processAll();
      const row = await stored(delivery);
      expect(row).toMatchObject({ status: "processed", verification: "off", bodyBytes: body.length });
      expect(JSON.parse(Buffer.from(row.body?.bytes ?? []).toString())).toEqual({
        ref: push.ref,
        repository: host,
        commits: [{ id: commit.id, message: commit.message }],
      });
      expect(await db().repositoryCommit.count({ where: { repositoryId: repository.id } })).toBe(1);
      const params = { workspace_id: workspaceId, received_id: row.id };
      const shown = await call(getOne, "GET", { bearer: owner.jwt, params });
      expect(shown.json).toMatchObject({ body_bytes: body.length, is_body_cut: true });
    },
  );

  it("of more than 1 MiB is stored in the same way", async () => {
    const { json, delivery } = await send(
      "ping",
      JSON.stringify({ zen: "x", padding: "y".repeat(1_200_000) }),
    );
    expect(json).toEqual({ status: "accepted" });
    const { body } = await stored(delivery);
    expect([Buffer.from(body?.bytes ?? []).toString(), body?.gist]).toEqual(["{}", null]);
    await processAll();
    expect((await stored(delivery)).status).toBe("processed");
  });

  it("of which the job would need more than 64 KiB is ignored with a reason", async () => {
    const { host } = await aHouse();
    const commits = [{ id: "b".repeat(40), message: "x".repeat(WIDTH) }];
    const body = JSON.stringify({ ref: "refs/heads/main", repository: host, commits });
    const { json, delivery } = await send("push", body);
    expect(json).toEqual({ status: "ignored", reason: "unsigned_too_large" });
    const row = await stored(delivery);
    expect(row).toMatchObject({ status: "ignored", reason: "unsigned_too_large", body: null });
    expect(await jobsFor(delivery)).toBe(0);
  });

  it("is not stored at all if the delivery is ignored", async () => {
    for (const [event, body, reason] of [
      ["star", '{"action":"created"}', "unsupported_event"],
      ["push", "{}", "missing_fields"],
    ] as const) {
      const { json, delivery } = await send(event, body);
      expect(json).toEqual({ status: "ignored", reason });
      expect(await stored(delivery)).toMatchObject({ status: "ignored", bodyBytes: body.length, body: null });
    }
  });
});

describe("an unsigned delivery that is ignored", () => {
  it("is logged once for the workspace it concerns, marked and without its body", async () => {
    const crm = await aCrm();
    const address = `${randomUUID()}@example.com`;
    await crm.make("person", { name: "Ada", email: address });
    const body = JSON.stringify([sendgridEvent("complaint", { address, messageId: "m", at: new Date() })]);
    const post = (headers: Record<string, string>) =>
      call(sendgrid?.route.POST as typeof codeHost, "POST", { body, headers });
    for (let copy = 0; copy < 3; copy++) {
      expect((await post({})).json).toEqual({ status: "ignored", reason: "unsigned" });
    }
    const params = { workspace_id: crm.workspaceId };
    const { json } = await call(list, "GET", { bearer: crm.bearer, params });
    expect(json).toMatchObject([
      {
        event: "spamreport",
        subject: address,
        verification: "unsigned",
        status: "ignored",
        reason: "unsigned",
      },
    ]);
    expect(json[0].external_id).toMatch(/^unsigned:sha256:/);
    const one = { bearer: crm.bearer, params: { ...params, received_id: json[0].id } };
    expect((await call(getOne, "GET", one)).json).toMatchObject({ body: null, body_bytes: body.length });
    expect(await jobsFor(json[0].external_id)).toBe(0);
    expect((await post(sendgridHeaders(body))).json).toEqual({ status: "accepted" });
    await processAll();
    expect(await db().emailSuppression.count({ where: { address } })).toBe(1);
  });
});

describe("limits on unverified deliveries", () => {
  const big = () => JSON.stringify({ zen: randomUUID(), padding: "x".repeat(60_000) });
  const from = (address: string) => ({ "x-forwarded-for": address });
  const PER_IP = "unverified_webhook_kib_per_ip";
  const leaveTenKib = (key: string) =>
    checkLimits([{ limit: PER_IP, key, weight: LIMITS[PER_IP].countMax - 10 }], new Date());

  it("apply per address, count what is stored, and leave no record of what is refused", async () => {
    await leaveTenKib("203.0.113.7");
    const refused = await send("ping", big(), from("203.0.113.7"));
    expect([refused.status, refused.json.detail]).toEqual([
      429,
      "Too many KiB of unverified webhooks from this address: at most 32768 in an hour.",
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await db().inboundDelivery.count({ where: { externalId: refused.delivery } })).toBe(0);
    expect((await send("ping", "{}", from("203.0.113.7"))).status).toBe(200);
    expect((await send("ping", big(), from("203.0.113.8"))).status).toBe(200);
  });

  it("don't count verified deliveries", async () => {
    const key = "203.0.113.9";
    await leaveTenKib(key);
    for (let sent = 0; sent < 12; sent++) {
      const mail = { address: `${randomUUID()}@example.com`, messageId: "m", at: new Date() };
      const { body, headers } = mailgun?.post("open", mail) ?? { body: "", headers: {} };
      const answer = await call(mailgun?.route.POST as typeof codeHost, "POST", {
        body,
        headers: { ...headers, ...from(key) },
      });
      expect(answer.json).toEqual({ status: "accepted" });
    }
    expect((await send("ping", big(), from(key))).status).toBe(429);
  });
});
