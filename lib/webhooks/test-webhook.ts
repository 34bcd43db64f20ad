import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { serialise } from "@/lib/webhooks/emit";
import { getDelivery } from "@/lib/webhooks/get-delivery";
import { getLockedWebhook } from "@/lib/webhooks/get-webhook";
import { enqueueDeliveriesSql } from "@/lib/webhooks/jobs";
import type { DeliveryWithAttempts } from "@/lib/webhooks/schema";
import { insertDelivery } from "@/lib/webhooks/store";

/**
 * Sends a `webhook.test` event to one webhook, whatever it subscribes to, through the same steps as all others.
 * @throws AppError not_found, conflict if it is switched off
 */
export async function testWebhook(
  scope: WorkspaceScope,
  id: string,
  now: Date,
): Promise<DeliveryWithAttempts> {
  const deliveryId = await transaction(async (tx) => {
    const webhook = await getLockedWebhook(tx, scope, id);
    if (!webhook.isActive)
      throw new AppError("conflict", "The webhook is switched off. Switch it on, then test it");
    const data = { webhook_id: id, message: "This is a test." };
    const event = serialise({ workspaceId: scope.workspaceId, type: "webhook.test", data }, now);
    return insertDelivery(tx, id, event, enqueueDeliveriesSql(), now);
  });
  return getDelivery(scope, id, deliveryId);
}
