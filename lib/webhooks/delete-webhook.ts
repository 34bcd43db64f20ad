import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { transaction } from "@/lib/platform/database";
import { getLockedWebhook } from "@/lib/webhooks/get-webhook";
import { auditedWebhook } from "@/lib/webhooks/present";
import { failPending, updateWebhookRow } from "@/lib/webhooks/store";

/**
 * Deletes a webhook with its secret and gives up its unsent deliveries. A job deletes the deliveries themselves,
 * because there may be many.
 * @throws AppError not_found
 */
export async function deleteWebhook(scope: WorkspaceScope, id: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const before = await getLockedWebhook(tx, scope, id);
    await updateWebhookRow(tx, id, {
      isActive: false,
      deletedAt: now,
      secretEncrypted: "",
      headersEncrypted: null,
      updatedAt: now,
    });
    await failPending(tx, id, now);
    const entry = {
      action: "webhook.deleted",
      target: { type: "webhook", id },
      before: auditedWebhook(before),
    };
    await recordAudit(tx, scope, entry, now);
  });
}
