import { expect, it } from "vitest";
import { claimDelivery, recordAttempt } from "@/lib/webhooks/sending/store";
import { aSubscribedWorkspace, aWebhook, deliveriesOf, emitCommitted } from "@/tests/support/webhooks";

/*
 * A delivery is one worker's until its claim has expired, whatever a worker does that was thought dead.
 */

const CLAIM_MS = 60_000;

async function aDelivery() {
  const at = await aSubscribedWorkspace();
  const webhook = await aWebhook(at, "https://example.com/hook");
  await emitCommitted(at.workspaceId, [{}]);
  const get = async () => (await deliveriesOf(webhook.id))[0];
  const { id = "", round = 0 } = (await get()) ?? {};
  const begunMs = Date.now();
  /** Claims it so many minutes from now. */
  const claim = (minutes: number, of = round) => {
    const now = new Date(begunMs + minutes * 60_000);
    return claimDelivery({ id, round: of, now, claimedUntil: new Date(now.getTime() + CLAIM_MS) });
  };
  /** Records an attempt under the claim of that minute. */
  const record = (minutes: number, status: "success" | "failed") => {
    const startedAt = new Date(begunMs + minutes * 60_000);
    return recordAttempt({
      id,
      webhookId: webhook.id,
      claimedUntil: new Date(startedAt.getTime() + CLAIM_MS),
      pace: { slots: "kept", isSlow: null },
      result: {
        number: 1,
        roundAttempts: 1,
        url: "https://example.com/hook",
        signature: "",
        webhookSignature: "",
        statusCode: status === "success" ? 200 : 500,
        responseHeaders: null,
        responseBody: null,
        error: null,
        durationMs: 1,
        startedAt,
        finishedAt: startedAt,
        status,
        failureReason: status === "success" ? null : "attempts_exhausted",
        nextRetryAt: null,
      },
    });
  };
  return { get, claim, record, round };
}

it("a delivery that is claimed is claimed by nobody else until its time is over", async () => {
  const { get, claim, round } = await aDelivery();
  const claims = await Promise.all([1, 1, 1, 1].map((minutes) => claim(minutes)));
  expect(claims.filter((claimed) => claimed !== null && claimed !== "no_place")).toHaveLength(1);
  expect(await claim(1.5)).toBeNull();
  expect(await claim(2, round + 1)).toBeNull();
  expect(await claim(2)).toMatchObject({ isPermitted: true, attemptNumber: 0 });
  expect((await get())?.status).toBe("pending");
});

it("an attempt counts under its own claim only, not under that of the worker that took over", async () => {
  const { get, claim, record } = await aDelivery();
  await claim(1);
  await claim(3);
  expect(await record(1, "failed")).toMatchObject({ isMine: false });
  expect(await get()).toMatchObject({ status: "pending", attemptNumber: 0, attempts: [] });
  expect(await record(3, "success")).toMatchObject({ isMine: true });
  expect(await get()).toMatchObject({ status: "success", attemptNumber: 1, claimedUntil: null });
  expect(await record(3, "failed")).toMatchObject({ isMine: false });
  expect((await get())?.status).toBe("success");
  expect(await claim(5)).toBeNull();
});
