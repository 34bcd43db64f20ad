import { createHmac } from "node:crypto";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { POST as rotate } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/rotate-secret/route";
import { PATCH as updateWebhook } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { type Received, Subscriber } from "@/tests/support/subscriber";
import { aSubscribedWorkspace, aWebhook, deliveriesOf, emitCommitted } from "@/tests/support/webhooks";

/** A subscriber that listens until its test is over. */
export async function aSubscriber(answer?: Subscriber["answer"]) {
  const subscriber = new Subscriber(answer);
  await subscriber.listen();
  onTestFinished(() => subscriber.close());
  return subscriber;
}

/**
 * Whether a request's signature is the HMAC that its subscriber works out by hand.
 * @throws when the public library refuses it
 */
export function acceptedBy(secret: string, { raw, headers }: Received): boolean {
  const byHand = `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`;
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  const trio = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  new StandardWebhook(secret).verify(raw, trio);
  return headers["x-svc-signature"] === byHand;
}

/**
 * What a subscriber may trust, whichever engine delivers. The first wait of the retry schedule must be 0.2 s.
 * @param burst events at once, as many as the engine takes within seconds on a busy machine
 * @param lateMs how late the engine may come back for an attempt, on a busy machine
 */
export function describeDeliveryGuarantees(engine: string, burst: number, lateMs: number): void {
  const WAIT = { timeout: 10_000 + lateMs, interval: 20 };
  describe(`deliveries by the ${engine} engine`, () => {
    it("carry bytes that the public library and an HMAC by hand both accept", async () => {
      const at = await aSubscribedWorkspace();
      const subscriber = await aSubscriber();
      const webhook = await aWebhook(at, subscriber.url, { headers: { Authorization: "Bearer of-theirs" } });
      const texts = ["Grüner Tee", "日本語", "🌱\u0000\ud800", "\u2028</script>", "", "a".repeat(1_000_000)];
      await emitCommitted(
        at.workspaceId,
        texts.map((text) => ({ text })),
      );
      await vi.waitFor(() => expect(subscriber.received).toHaveLength(texts.length), WAIT);
      for (const each of subscriber.received) expect(acceptedBy(webhook.secret, each)).toBe(true);
      await vi.waitFor(async () => {
        const statuses = (await deliveriesOf(webhook.id)).map(({ status }) => status);
        expect(statuses).toEqual(texts.map(() => "success"));
      }, WAIT);
      const rows = await deliveriesOf(webhook.id);
      for (const { headers, raw } of subscriber.received) {
        const row = rows.find(({ id }) => id === headers["x-svc-delivery"]);
        expect(headers).toMatchObject({
          "content-type": "application/json",
          "x-svc-event": "record.created",
          "webhook-id": row?.eventId,
          authorization: "Bearer of-theirs",
        });
        expect(raw.toString("utf8")).toBe(row?.body);
        expect(row).toMatchObject({ attemptNumber: 1, nextRetryAt: null, claimedUntil: null });
        expect(row?.attempts).toMatchObject([
          { number: 1, statusCode: 200, responseBody: "ok", error: null },
        ]);
      }
    });

    it("are made at once though whoever brought them about has a clock that is an hour ahead", async () => {
      const at = await aSubscribedWorkspace();
      const subscriber = await aSubscriber();
      await aWebhook(at, subscriber.url);
      await emitCommitted(at.workspaceId, [{ n: 1 }], new Date(Date.now() + 3_600_000));
      await vi.waitFor(() => expect(subscriber.received).toHaveLength(1), WAIT);
    });

    it("that fail are tried six times, with waits of 1, 3, 9, 27 and 60 times the first", async () => {
      const at = await aSubscribedWorkspace();
      const subscriber = await aSubscriber((response) => response.writeHead(500).end("no"));
      const webhook = await aWebhook(at, subscriber.url);
      await emitCommitted(at.workspaceId, [{}]);
      const schedule: number[] = [];
      await vi.waitFor(
        async () => {
          const [row] = await deliveriesOf(webhook.id);
          if (row?.nextRetryAt && row.attemptNumber > schedule.length) {
            const last = row.attempts.at(-1);
            const endedMs = (last?.startedAt.getTime() ?? 0) + (last?.durationMs ?? 0);
            schedule.push(row.nextRetryAt.getTime() - endedMs);
            expect(row.status).toBe("pending");
          }
          expect(row?.status).toBe("failed");
        },
        { timeout: 40_000, interval: 20 },
      );
      // Each up to a tenth longer, and the last one the longest that there may be.
      for (const [i, least] of [200, 600, 1_800, 5_400, 12_000].entries()) {
        expect(schedule[i]).toBeGreaterThanOrEqual(least);
        expect(schedule[i]).toBeLessThanOrEqual(Math.min(12_000, least * 1.1 + 1));
      }
      expect(schedule).toHaveLength(5);
      const [row] = await deliveriesOf(webhook.id);
      expect(row).toMatchObject({
        failureReason: "attempts_exhausted",
        attemptNumber: 6,
        nextRetryAt: null,
      });
      expect(row?.attempts.map(({ number, statusCode }) => [number, statusCode])).toEqual(
        [1, 2, 3, 4, 5, 6].map((number) => [number, 500]),
      );
      expect(subscriber.received).toHaveLength(6);
      expect(new Set(subscriber.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
      const attempts = row?.attempts ?? [];
      const waits = attempts.slice(1).map(({ startedAt }, i) => {
        const before = attempts[i];
        return startedAt.getTime() - (before?.startedAt.getTime() ?? 0) - (before?.durationMs ?? 0);
      });
      for (const [i, wait] of waits.entries()) {
        expect(wait).toBeGreaterThanOrEqual(schedule[i] ?? Number.POSITIVE_INFINITY);
        expect(wait).toBeLessThan((schedule[i] ?? 0) + lateMs);
      }
    }, 60_000);

    it("that are answered 429 wait as long as Retry-After asks, up to the longest wait", async () => {
      const at = await aSubscribedWorkspace();
      const asked = await aSubscriber((response, _, count) =>
        response.writeHead(count === 1 ? 429 : 200, { "retry-after": "3" }).end(),
      );
      const exaggerated = await aSubscriber((response) =>
        response.writeHead(429, { "retry-after": "86400" }).end(),
      );
      const [webhook, other] = [await aWebhook(at, asked.url), await aWebhook(at, exaggerated.url)];
      await emitCommitted(at.workspaceId, [{}]);
      const waitOf = async (id: string) => {
        const [row] = await deliveriesOf(id);
        const [first] = row?.attempts ?? [];
        expect([row?.attemptNumber, row?.status]).toEqual([1, "pending"]);
        const endedMs = (first?.startedAt.getTime() ?? 0) + (first?.durationMs ?? 0);
        return (row?.nextRetryAt?.getTime() ?? 0) - endedMs;
      };
      const lengthened = await vi.waitFor(() => waitOf(webhook.id), WAIT);
      expect(lengthened).toBeGreaterThanOrEqual(3_000);
      expect(lengthened).toBeLessThanOrEqual(3_301);
      expect(await vi.waitFor(() => waitOf(other.id), WAIT)).toBe(12_000);
      await vi.waitFor(() => expect(asked.received).toHaveLength(2), WAIT);
      const [first, second] = asked.received;
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2_900);
    });

    it("that fail once and then succeed are done, and the webhook no longer counts as failing", async () => {
      const at = await aSubscribedWorkspace();
      const subscriber = await aSubscriber((response, _, count) =>
        response.writeHead(count === 1 ? 503 : 204).end(),
      );
      const webhook = await aWebhook(at, subscriber.url);
      await emitCommitted(at.workspaceId, [{}]);
      await vi.waitFor(async () => {
        expect((await deliveriesOf(webhook.id))[0]?.status).toBe("success");
        expect((await db().webhook.findUniqueOrThrow({ where: { id: webhook.id } })).failingSince).toBeNull();
      }, WAIT);
      const [row] = await deliveriesOf(webhook.id);
      expect(row?.attempts.map(({ statusCode }) => statusCode)).toEqual([503, 204]);
    });

    it("to a webhook that answers 410 end at once, and it is switched off with the reason", async () => {
      const at = await aSubscribedWorkspace();
      const subscriber = await aSubscriber((response) => response.writeHead(410).end());
      const webhook = await aWebhook(at, subscriber.url);
      await emitCommitted(at.workspaceId, [{}]);
      await vi.waitFor(async () => {
        const row = await db().webhook.findUniqueOrThrow({ where: { id: webhook.id } });
        expect(row).toMatchObject({ isActive: false, disabledReason: "gone" });
      }, WAIT);
      const [row] = await deliveriesOf(webhook.id);
      expect(row).toMatchObject({ status: "failed", failureReason: "gone", attemptNumber: 1 });
      await emitCommitted(at.workspaceId, [{}]);
      expect(await deliveriesOf(webhook.id)).toHaveLength(1);
      const audited = await db().auditEvent.findMany({ where: { targetId: webhook.id } });
      expect(audited.map(({ action }) => action)).toContain("webhook.disabled");
    });

    it("that still wait when their webhook is switched off fail, and nothing is sent any more", async () => {
      const at = await aSubscribedWorkspace();
      const subscriber = await aSubscriber((response) => response.writeHead(500).end());
      const webhook = await aWebhook(at, subscriber.url);
      await emitCommitted(at.workspaceId, [{}, {}, {}]);
      await vi.waitFor(async () => {
        const rows = await deliveriesOf(webhook.id);
        expect(rows.every(({ attemptNumber }) => attemptNumber >= 3)).toBe(true);
      }, WAIT);
      const params = { workspace_id: at.workspaceId, webhook_id: webhook.id };
      const body = { is_active: false };
      expect((await call(updateWebhook, "PATCH", { bearer: at.owner.jwt, params, body })).status).toBe(200);
      const count = subscriber.received.length;
      const rows = await deliveriesOf(webhook.id);
      for (const row of rows) {
        expect(row).toMatchObject({
          status: "failed",
          failureReason: "webhook_disabled",
          nextRetryAt: null,
        });
      }
      // The next attempts were due after 1.8 s: a second webhook's schedule passes that time for sure.
      const other = await aSubscriber((response) => response.writeHead(500).end());
      const probe = await aWebhook(at, other.url);
      await emitCommitted(at.workspaceId, [{}]);
      await vi.waitFor(() => expect(other.received.length).toBeGreaterThanOrEqual(4), WAIT);
      expect(subscriber.received).toHaveLength(count);
      expect(probe.id).not.toBe(webhook.id);
    }, 40_000);

    it("sign with the new secret right after a rotation, retries of older events too", async () => {
      const at = await aSubscribedWorkspace();
      const subscriber = await aSubscriber((response, _, count) =>
        response.writeHead(count <= 3 ? 500 : 200).end(),
      );
      const webhook = await aWebhook(at, subscriber.url);
      await emitCommitted(at.workspaceId, [{}]);
      await vi.waitFor(() => expect(subscriber.received).toHaveLength(3), WAIT);
      const params = { workspace_id: at.workspaceId, webhook_id: webhook.id };
      const rotated = await call(rotate, "POST", { bearer: at.owner.jwt, params });
      await vi.waitFor(() => expect(subscriber.received).toHaveLength(4), WAIT);
      const [first, , , last] = subscriber.received;
      if (!first || !last) throw new Error("nothing received");
      expect(acceptedBy(webhook.secret, first)).toBe(true);
      expect(acceptedBy(rotated.json.secret, last)).toBe(true);
      expect(() => acceptedBy(webhook.secret, last)).toThrow();
    });

    it("to nine subscribers go on while a tenth does not answer, and its own wait for it", async () => {
      const at = await aSubscribedWorkspace();
      const healthy = await Promise.all(Array.from({ length: 9 }, () => aSubscriber()));
      const hanging = await aSubscriber(() => {});
      for (const subscriber of [...healthy, hanging]) await aWebhook(at, subscriber.url);
      const began = Date.now();
      for (let i = 0; i < 10; i++) {
        await emitCommitted(
          at.workspaceId,
          Array.from({ length: burst }, () => ({ i })),
        );
      }
      await vi.waitFor(
        () => expect(healthy.map(({ received }) => received.length)).toEqual(healthy.map(() => 10 * burst)),
        { timeout: 13_000, interval: 20 },
      );
      // Before the first of the hanging requests is given up.
      expect(Date.now() - began).toBeLessThan(15_000);
      expect(hanging.received.length).toBeLessThanOrEqual(16);
    }, 40_000);
  });
}
