import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import { getWebhookRow } from "@/lib/webhooks/get-webhook";
import { presentDeliveryWithAttempts } from "@/lib/webhooks/present";
import type { DeliveryWithAttempts } from "@/lib/webhooks/schema";
import { findDelivery, listAttempts } from "@/lib/webhooks/store";

/** One delivery with all its attempts. @throws AppError not_found */
export async function getDelivery(
  scope: WorkspaceScope,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryWithAttempts> {
  const webhook = await getWebhookRow(scope, webhookId);
  const row = orNotFound(await findDelivery(db(), webhook, deliveryId), "Delivery");
  return presentDeliveryWithAttempts(row, await listAttempts(row.id), scope.permissions);
}
