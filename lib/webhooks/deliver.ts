import { recordAudit, SERVICE_ACTOR } from "@/lib/audit/store";
import type { Outcome } from "@/lib/jobs/define-job";
import { decrypt } from "@/lib/platform/crypto";
import { transaction } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { DAY_MS } from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";
import { metrics } from "@/lib/platform/metrics";
import { describeSpan, traced, traceparent } from "@/lib/platform/tracing";
import { type OutboundResult, request } from "@/lib/webhooks/destination";
import { CLAIM_MS, FAILING_DAYS_MAX, FAST_ANSWER_MS_MAX } from "@/lib/webhooks/limits";
import { notifySwitchedOff } from "@/lib/webhooks/notices/notify-managers";
import { namedWebhook } from "@/lib/webhooks/present";
import {
  deliveryHeaders,
  headersContext,
  isSuccessStatus,
  type Pace,
  paceOf,
  retryAfterMs,
  retryWaitMs,
  secretContext,
} from "@/lib/webhooks/rules";
import {
  bringForward,
  type ClaimedDelivery,
  claimDelivery,
  deferDelivery,
  findPending,
  recordAttempt,
  refuseDelivery,
  setFailingSince,
} from "@/lib/webhooks/sending/store";
import { sign } from "@/lib/webhooks/sign";
import { expectDeferred, learnSlots, releaseSlot, takeSlot } from "@/lib/webhooks/slots";
import { disableWebhook, failPending } from "@/lib/webhooks/store";

const STATUS_GONE = 410;

export type DeliveryJob = {
  delivery_id: string;
  webhook_id: string;
  round: number;
  drains?: boolean | undefined;
};

/** What to do with a delivery that could not be claimed, depending on the reason. */
export async function standAside(
  { delivery_id, webhook_id, round }: DeliveryJob,
  now: Date,
): Promise<Outcome> {
  const found = await findPending(delivery_id, round);
  if (!found) return undefined;
  if (!found.webhook.isActive || found.isErased) {
    await transaction((tx) => failPending(tx, webhook_id, now));
    return undefined;
  }
  const { nextRetryAt, claimedUntil, roundAttempts } = found;
  if (roundAttempts === 0 && claimedUntil === null && nextRetryAt !== null && nextRetryAt > now) {
    await bringForward(delivery_id, round, now);
    return { againAt: now };
  }
  const againAt = Math.max(nextRetryAt?.getTime() ?? 0, claimedUntil?.getTime() ?? 0);
  return { againAt: new Date(Math.max(againAt, now.getTime())) };
}

/**
 * Defers a delivery. If a dead worker had claimed it, it can't be deferred yet: its job runs again when that claim has
 * expired.
 */
async function defer(id: string, round: number): Promise<Outcome> {
  const now = new Date();
  if (await deferDelivery({ id, round, now })) return undefined;
  const claimedUntil = (await findPending(id, round))?.claimedUntil ?? null;
  return claimedUntil !== null && claimedUntil > now ? { againAt: claimedUntil } : undefined;
}

async function disable(
  sent: { webhookId: string; url: string },
  reason: "gone" | "failing",
  now: Date,
): Promise<void> {
  const { webhookId } = sent;
  await transaction(async (tx) => {
    const found = await disableWebhook(tx, sent, reason, now);
    if (!found) return;
    await failPending(tx, webhookId, now);
    const entry = {
      action: "webhook.disabled",
      target: { type: "webhook", id: webhookId },
      after: { ...namedWebhook(found), disabled_reason: reason },
    };
    await recordAudit(tx, { workspaceId: found.workspaceId, actor: SERVICE_ACTOR }, entry, now);
    await notifySwitchedOff(tx, { id: webhookId, ...found }, reason, now);
  });
  log.warn({ webhook_id: webhookId, reason }, "a webhook was switched off");
}

/** How a response changes its delivery. */
function judge(result: OutboundResult, attemptInRound: number, finishedAt: Date) {
  const { statusCode } = result;
  if (isSuccessStatus(statusCode))
    return { status: "success", failureReason: null, nextRetryAt: null } as const;
  if (statusCode === STATUS_GONE)
    return { status: "failed", failureReason: "gone", nextRetryAt: null } as const;
  const askedMs = retryAfterMs(result.retryAfter, finishedAt);
  const initialMs = env().WEBHOOK_RETRY_INITIAL_SECONDS * 1000;
  const waitMs = retryWaitMs(attemptInRound, initialMs, askedMs, Math.random());
  return waitMs === null
    ? ({ status: "failed", failureReason: "attempts_exhausted", nextRetryAt: null } as const)
    : ({
        status: "pending",
        failureReason: null,
        nextRetryAt: new Date(finishedAt.getTime() + waitMs),
      } as const);
}

/**
 * Sends a claimed delivery and saves the result.
 * @param onDeferred called if deliveries of its webhook may be deferred
 */
export async function attempt(
  job: DeliveryJob,
  claimed: ClaimedDelivery,
  claimedUntil: Date,
  onDeferred: () => void,
): Promise<{ pace: Pace; outcome: Outcome; wasLong: boolean }> {
  const startedAt = new Date();
  const body = Buffer.from(claimed.body, "utf8");
  const secret = decrypt(claimed.secretEncrypted, secretContext(job.webhook_id));
  const { eventId, eventType, url } = claimed;
  const signed = sign(body, { secret, eventId, at: startedAt });
  const custom: Record<string, string> = claimed.headersEncrypted
    ? JSON.parse(decrypt(claimed.headersEncrypted, headersContext(job.webhook_id)))
    : {};
  const result = await traced({ name: "webhook attempt", kind: "CLIENT" }, async () => {
    const own = deliveryHeaders({
      deliveryId: job.delivery_id,
      eventId,
      eventType,
      startedAt,
      ...signed,
      traceparent: traceparent(),
    });
    const answered = await request({ url, method: "POST", headers: { ...custom, ...own }, body });
    const { statusCode } = answered;
    describeSpan({
      attributes: {
        "webhook.id": job.webhook_id,
        "webhook.delivery": job.delivery_id,
        "webhook.event": eventType,
        "webhook.attempt": claimed.attemptNumber + 1,
        ...(statusCode === null ? {} : { "http.response.status_code": statusCode }),
      },
      isError: !isSuccessStatus(statusCode),
    });
    return answered;
  });
  const finishedAt = new Date(startedAt.getTime() + result.durationMs);
  const verdict = judge(result, claimed.roundAttempts + 1, finishedAt);
  const isSuccess = verdict.status === "success";
  const pace = paceOf(isSuccess, result.durationMs);
  const counted = metrics();
  counted?.webhookAttempts.inc({ result: verdict.status === "pending" ? "retry" : verdict.status });
  counted?.webhookAttemptSeconds.observe(result.durationMs / 1000);
  const { isMine, hasDeferred } = await recordAttempt({
    id: job.delivery_id,
    webhookId: job.webhook_id,
    claimedUntil,
    pace,
    result: {
      ...verdict,
      number: claimed.attemptNumber + 1,
      roundAttempts: claimed.roundAttempts + 1,
      url,
      ...signed,
      statusCode: result.statusCode,
      responseHeaders: result.headers,
      responseBody: result.body,
      error: result.error,
      durationMs: result.durationMs,
      startedAt,
      finishedAt,
    },
  });
  if (!isMine) log.warn({ delivery_id: job.delivery_id }, "an attempt outlived its claim");
  // Another worker that had no slots may have deferred them.
  if (hasDeferred) onDeferred();
  const { failingSince } = claimed;
  const sent = { webhookId: job.webhook_id, url };
  if (isSuccess !== (failingSince === null)) await setFailingSince(sent, isSuccess ? null : startedAt);
  if (verdict.failureReason === "gone") await disable(sent, "gone", finishedAt);
  const isTooLong =
    failingSince !== null && finishedAt.getTime() - failingSince.getTime() >= FAILING_DAYS_MAX * DAY_MS;
  if (verdict.status === "failed" && isTooLong) await disable(sent, "failing", finishedAt);
  const outcome = verdict.nextRetryAt ? { againAt: verdict.nextRetryAt } : undefined;
  return { pace, outcome, wasLong: result.durationMs >= FAST_ANSWER_MS_MAX };
}

export type Delivered = {
  outcome: Outcome;
  /** How many of the webhook's deferred deliveries may be woken now. */
  wakeable: number;
  /**
   * Whether there may be deferred deliveries that nobody here will wake: this one, because others hold the places; or one
   * that a change deferred because this one took long, which becomes visible only when that change commits.
   */
  mayLeaveDeferred: boolean;
};

/**
 * Makes one delivery attempt, if the delivery is due, its webhook has a free slot and its workspace a place. If the
 * process dies between sending and saving the result, its claim expires and the same event is sent again: subscribers
 * get each event at least once, always with the same `webhook-id` (contract section 5).
 */
export async function deliver(job: DeliveryJob): Promise<Delivered> {
  const { delivery_id: id, webhook_id: webhookId, round } = job;
  if (job.drains) expectDeferred(webhookId);
  if (!(await takeSlot(webhookId))) {
    const outcome = await defer(id, round);
    // Requests that ended while this was being saved may have checked for it too early.
    return { outcome, wakeable: expectDeferred(webhookId), mayLeaveDeferred: false };
  }
  let pace: Pace["slots"] | null = null;
  let outcome: Outcome;
  let isRefused = false;
  let wasLong = false;
  let wakeable = 0;
  try {
    // Not the job's `now`: it may have waited for its slot, and a claim expires by the clock.
    const now = new Date();
    const claimedUntil = new Date(now.getTime() + CLAIM_MS);
    const claimed = await claimDelivery({ id, round, claimedUntil, now });
    if (claimed === "no_place") {
      isRefused = true;
      outcome = await defer(id, round);
    } else if (claimed && !claimed.isPermitted) {
      learnSlots(webhookId, claimed.slots);
      await refuseDelivery(id, claimedUntil, now);
      // Nobody has checked: deferred deliveries must not wait for a request that was not sent.
      expectDeferred(webhookId);
    } else if (claimed) {
      learnSlots(webhookId, claimed.slots);
      const attempted = await attempt(job, claimed, claimedUntil, () => expectDeferred(webhookId));
      pace = attempted.pace.slots;
      outcome = attempted.outcome;
      wasLong = attempted.wasLong;
    } else outcome = await standAside(job, now);
  } finally {
    wakeable = releaseSlot(webhookId, pace);
  }
  // If woken now, it would only be refused again.
  return { outcome, wakeable: isRefused ? 0 : wakeable, mayLeaveDeferred: isRefused || wasLong };
}
