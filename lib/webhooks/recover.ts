import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { enqueue } from "@/lib/jobs/enqueue";
import { db, transaction } from "@/lib/platform/database";
import { findSentTypes } from "@/lib/webhooks/authority/sent-types";
import { getLockedWebhook, getWebhookRow } from "@/lib/webhooks/get-webhook";
import { sendHeldEvents } from "@/lib/webhooks/held/jobs";
import { sendHeld, sendHeldBatch } from "@/lib/webhooks/held/send-held";
import { countHeld, dropSurplusOf, type Span } from "@/lib/webhooks/held/store";
import { HELD_EVENTS_MAX, RECOVER_DELIVERIES_MAX, RECOVER_REQUEST_MS } from "@/lib/webhooks/limits";
import { namedWebhook } from "@/lib/webhooks/present";
import type { Recover, Recovered } from "@/lib/webhooks/schema";
import { countRecoverable, restartRecoverable } from "@/lib/webhooks/store";

const counted = (failed: number, waiting: number, held: number) => ({
  count: failed + waiting + held,
  failed,
  waiting,
  held,
});

/**
 * Leaves the rest to a job if a request has no time for it.
 * @returns how many events are left
 */
async function leaveToJob(webhookId: string, span: Span, now: Date): Promise<number> {
  return transaction(async (tx) => {
    const payload = {
      webhook_id: webhookId,
      since: span.since.toISOString(),
      until: span.until.toISOString(),
    };
    await enqueue(tx, sendHeldEvents, payload, now);
    return countHeld(tx, webhookId, span, await findSentTypes(tx, webhookId));
  });
}

/**
 * Resends all failed deliveries of a period, at most 100,000 at once, and the events of that period that were held
 * while the webhook was off, each oldest first; or only counts them. If asked, those that wait for their next attempt
 * go too. They are deferred, and go out as the webhook has slots. Held events become deliveries in batches, so repeating
 * the request after a broken connection sends the rest. What the webhook's owner may not see stays as it is.
 * @throws AppError not_found, conflict if the webhook is off
 */
export async function recover(
  scope: WorkspaceScope,
  webhookId: string,
  body: Recover,
  now: Date,
): Promise<Recovered> {
  const until = body.until === undefined ? now : new Date(body.until);
  const span = { since: new Date(body.since), until };
  const given = { ...span, limit: RECOVER_DELIVERIES_MAX, now };
  if (body.dry_run) {
    const { id } = await getWebhookRow(scope, webhookId);
    const types = await findSentTypes(db(), id);
    const held = Math.min(await countHeld(db(), id, span, types), HELD_EVENTS_MAX);
    const failed = await countRecoverable("failed", id, { ...given, types });
    const waiting = body.waiting ? await countRecoverable("waiting", id, { ...given, types }) : 0;
    return counted(failed, waiting, held);
  }
  const first = await transaction(async (tx) => {
    const webhook = await getLockedWebhook(tx, scope, webhookId);
    if (!webhook.isActive) {
      throw new AppError("conflict", "The webhook is switched off. Switch it on, then recover");
    }
    await dropSurplusOf(tx, webhookId, now);
    const types = await findSentTypes(tx, webhookId);
    const held = await countHeld(tx, webhookId, span, types);
    const recoverable = { ...given, types };
    const waiting = body.waiting ? await restartRecoverable(tx, "waiting", webhookId, recoverable) : 0;
    const failed = await restartRecoverable(tx, "failed", webhookId, recoverable);
    const entry = {
      action: "webhook.recovered",
      target: { type: "webhook", id: webhookId },
      after: {
        ...namedWebhook(webhook),
        since: span.since.toISOString(),
        until: until.toISOString(),
        ...counted(failed, waiting, held),
      },
    };
    await recordAudit(tx, scope, entry, now);
    return { failed, waiting, ...(await sendHeldBatch(tx, webhookId, span, now)) };
  });
  if (!first.isMore) return counted(first.failed, first.waiting, first.sent);
  const rest = await sendHeld(webhookId, span, RECOVER_REQUEST_MS);
  const left = rest.isMore ? await leaveToJob(webhookId, span, now) : 0;
  return counted(first.failed, first.waiting, first.sent + rest.sent + left);
}
