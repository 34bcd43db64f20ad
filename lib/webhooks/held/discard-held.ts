import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { transaction } from "@/lib/platform/database";
import { getLockedWebhook } from "@/lib/webhooks/get-webhook";
import type { HeldEventsDiscarded } from "@/lib/webhooks/held/schema";
import { discardHeldOf } from "@/lib/webhooks/held/store";
import { namedWebhook } from "@/lib/webhooks/present";

/**
 * Discards all events that a webhook holds, and resets the count of dropped ones; later events are held again while it
 * is off.
 * @throws AppError not_found
 */
export async function discardHeldEvents(
  scope: WorkspaceScope,
  webhookId: string,
  now: Date,
): Promise<HeldEventsDiscarded> {
  return transaction(async (tx) => {
    const webhook = await getLockedWebhook(tx, scope, webhookId);
    const discarded = await discardHeldOf(tx, webhook);
    const entry = {
      action: "webhook.held_discarded",
      target: { type: "webhook", id: webhookId },
      after: { ...namedWebhook(webhook), discarded },
    };
    await recordAudit(tx, scope, entry, now);
    return { discarded };
  });
}
