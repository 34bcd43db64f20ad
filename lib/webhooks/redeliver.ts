import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { findSentTypes } from "@/lib/webhooks/authority/sent-types";
import { getDelivery } from "@/lib/webhooks/get-delivery";
import { getLockedWebhook } from "@/lib/webhooks/get-webhook";
import { enqueueDeliveriesSql } from "@/lib/webhooks/jobs";
import { namedWebhook } from "@/lib/webhooks/present";
import type { DeliveryWithAttempts } from "@/lib/webhooks/schema";
import { findDelivery, restartDelivery } from "@/lib/webhooks/store";

/**
 * Resends a delivery at once, with a whole new schedule of attempts: the same bytes with the same `webhook-id`, signed
 * anew.
 * @throws AppError not_found, conflict if the webhook is off, its owner may not see the event, the payload is erased, or
 *   an attempt is in progress
 */
export async function redeliver(
  scope: WorkspaceScope,
  webhookId: string,
  deliveryId: string,
  now: Date,
): Promise<DeliveryWithAttempts> {
  await transaction(async (tx) => {
    const webhook = await getLockedWebhook(tx, scope, webhookId);
    const found = orNotFound(await findDelivery(tx, webhook, deliveryId), "Delivery");
    if (!webhook.isActive)
      throw new AppError("conflict", "The webhook is switched off. Switch it on, then send again");
    const sent: readonly string[] = await findSentTypes(tx, webhookId);
    if (!sent.includes(found.eventType)) {
      throw new AppError(
        "conflict",
        "The webhook's owner may not see this event. Take the webhook over, then send it again",
      );
    }
    if (found.isErased) throw new AppError("conflict", "The payload has been erased");
    if (!(await restartDelivery(tx, deliveryId, enqueueDeliveriesSql(), now))) {
      throw new AppError("conflict", "An attempt is under way");
    }
    const entry = {
      action: "webhook.redelivered",
      target: { type: "webhook", id: webhookId },
      after: { ...namedWebhook(webhook), delivery_id: deliveryId, event_type: found.eventType },
    };
    await recordAudit(tx, scope, entry, now);
  });
  return getDelivery(scope, webhookId, deliveryId);
}
