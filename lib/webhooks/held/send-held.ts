import { type Db, transaction } from "@/lib/platform/database";
import { findSentTypes } from "@/lib/webhooks/authority/sent-types";
import { lockActive, releaseHeld, type Span } from "@/lib/webhooks/held/store";
import { enqueueDeliveriesSql } from "@/lib/webhooks/jobs";
import { HELD_BATCH_ROWS, SLOTS_INITIAL } from "@/lib/webhooks/limits";
import { wakeDeferredIn } from "@/lib/webhooks/sending/waking";

/**
 * Turns one batch of what a webhook holds into deliveries, and sends the first of them on their way. The caller holds the
 * webhook's row, and has seen that it is active.
 * @returns how many, and whether more may be held
 */
export async function sendHeldBatch(
  tx: Db,
  webhookId: string,
  span: Span,
  now: Date,
): Promise<{ sent: number; isMore: boolean }> {
  const types = await findSentTypes(tx, webhookId);
  const sent = await releaseHeld(tx, webhookId, span, types, HELD_BATCH_ROWS);
  await wakeDeferredIn(tx, { webhookId, limit: SLOTS_INITIAL }, enqueueDeliveriesSql("drains"), now);
  return { sent, isMore: sent === HELD_BATCH_ROWS };
}

/**
 * Turns what a webhook holds of a span of time into deliveries, oldest first, in a transaction for each batch, until it
 * has none, is switched off, or `msMax` are over. A process that dies meanwhile leaves the rest held.
 * @returns how many, and whether more may be held
 */
export async function sendHeld(
  webhookId: string,
  span: Span,
  msMax: number,
): Promise<{ sent: number; isMore: boolean }> {
  const startMs = performance.now();
  let sent = 0;
  while (performance.now() - startMs < msMax) {
    const batch = await transaction(async (tx) =>
      (await lockActive(tx, webhookId))
        ? sendHeldBatch(tx, webhookId, span, new Date())
        : { sent: 0, isMore: false },
    );
    sent += batch.sent;
    if (!batch.isMore) return { sent, isMore: false };
  }
  return { sent, isMore: true };
}
