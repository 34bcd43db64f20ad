import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/access/store";
import { transaction } from "@/lib/platform/database";
import { checkUrl } from "@/lib/webhooks/check-url";
import { sealHeaders } from "@/lib/webhooks/create-webhook";
import { getWebhook, holdWebhook } from "@/lib/webhooks/get-webhook";
import { auditedWebhook } from "@/lib/webhooks/present";
import type { UpdateWebhook, Webhook } from "@/lib/webhooks/schema";
import { failPending, updateWebhookRow } from "@/lib/webhooks/store";

/** What a webhook forgets when it is switched on. Whoever does that need not be told that it fails no more. */
const BEGUN_ANEW = { disabledReason: null, disabledAt: null, failingSince: null, failingToldAt: null };

/**
 * Changes a webhook. Switching it off gives up what it still had to send; switching it on forgets why it was off.
 * @throws AppError not_found, invalid for an address that is not public
 */
export async function updateWebhook(
  scope: WorkspaceScope,
  id: string,
  body: z.output<typeof UpdateWebhook>,
  now: Date,
): Promise<z.input<typeof Webhook>> {
  if (body.url !== undefined) checkUrl(body.url);
  const { url, events, name, headers, is_active: isActive } = body;
  await transaction(async (tx) => {
    const before = await holdWebhook(tx, scope, id);
    const row = await updateWebhookRow(tx, id, {
      updatedAt: now,
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events }),
      ...(name === undefined ? {} : { name }),
      ...(headers === undefined ? {} : sealHeaders(id, headers)),
      ...(isActive === undefined ? {} : { isActive }),
      ...(isActive && !before.isActive ? BEGUN_ANEW : {}),
    });
    if (before.isActive && !row.isActive) await failPending(tx, id, now);
    const entry = {
      workspaceId: scope.workspaceId,
      action: "webhook.updated",
      target: { type: "webhook", id },
      before: auditedWebhook(before),
      after: auditedWebhook(row),
    };
    await recordAudit(tx, scope.actor, entry, now);
  });
  return getWebhook(scope, id, now);
}
