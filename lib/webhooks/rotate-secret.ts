import { randomBytes } from "node:crypto";
import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { encrypt } from "@/lib/platform/crypto";
import { getLockedWebhook } from "@/lib/webhooks/get-webhook";
import { SECRET_RANDOM_BYTES } from "@/lib/webhooks/limits";
import { namedWebhook } from "@/lib/webhooks/present";
import { secretContext } from "@/lib/webhooks/rules";
import type { WebhookSecret } from "@/lib/webhooks/schema";
import { secretOf } from "@/lib/webhooks/sign";
import { updateWebhookRow } from "@/lib/webhooks/store";

/**
 * Gives a webhook a new secret, which signs from the next attempt on: retries of older events too, with no overlap
 * (contract section 5). The secret is only in this response.
 * @throws AppError not_found; forbidden for who has just lost the right to
 */
export async function rotateSecret(scope: WorkspaceScope, id: string, now: Date): Promise<WebhookSecret> {
  const secret = secretOf(randomBytes(SECRET_RANDOM_BYTES));
  await changeAccess(scope, "can_manage_webhooks", async (tx) => {
    const webhook = await getLockedWebhook(tx, scope, id);
    await updateWebhookRow(tx, id, { secretEncrypted: encrypt(secret, secretContext(id)), updatedAt: now });
    const target = { type: "webhook", id };
    const entry = { action: "webhook.secret_rotated", target, after: namedWebhook(webhook) };
    await recordAudit(tx, scope, entry, now);
  });
  return { secret };
}
