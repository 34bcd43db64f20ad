import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/access/store";
import { AppError } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { getWebhookRow, holdWebhook } from "@/lib/webhooks/get-webhook";
import { enqueueDeliveriesSql } from "@/lib/webhooks/jobs";
import { RECOVER_DELIVERIES_MAX, SLOTS_INITIAL } from "@/lib/webhooks/limits";
import type { Recover, Recovered } from "@/lib/webhooks/schema";
import { wakeParked } from "@/lib/webhooks/sending/store";
import { countFailed, restartFailed } from "@/lib/webhooks/store";

/**
 * Sends all failed deliveries of a span of time again, at most 100,000 at once, oldest first; or only counts them. They
 * are parked, and go out as the webhook has slots.
 * @throws AppError not_found, conflict when the webhook is off
 */
export async function recover(
  scope: WorkspaceScope,
  webhookId: string,
  body: z.output<typeof Recover>,
  now: Date,
): Promise<z.input<typeof Recovered>> {
  const until = body.until === undefined ? now : new Date(body.until);
  const span = { since: new Date(body.since), until, limit: RECOVER_DELIVERIES_MAX };
  if (body.dry_run) {
    const webhook = await getWebhookRow(scope, webhookId);
    return { count: await countFailed(webhook.id, span) };
  }
  return transaction(async (tx) => {
    const webhook = await holdWebhook(tx, scope, webhookId);
    if (!webhook.isActive) throw new AppError("conflict", "The webhook is switched off");
    const count = await restartFailed(tx, webhookId, span);
    await wakeParked(tx, { webhookId, limit: SLOTS_INITIAL }, enqueueDeliveriesSql(now, "drains"), now);
    const entry = {
      workspaceId: scope.workspaceId,
      action: "webhook.recovered",
      target: { type: "webhook", id: webhookId },
      after: { name: webhook.name, since: body.since, until: until.toISOString(), count },
    };
    await recordAudit(tx, scope.actor, entry, now);
    return { count };
  });
}
