import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { checkExpected } from "@/lib/http/expected";
import { transaction } from "@/lib/platform/database";
import { omitUndefined } from "@/lib/platform/omit-undefined";
import type { Webhook as WebhookRow } from "@/lib/platform/rows";
import { grantEvents, isWidened } from "@/lib/webhooks/authority/rules";
import { checkUrl } from "@/lib/webhooks/check-url";
import { refuseEvents, sealHeaders, sightOf } from "@/lib/webhooks/create-webhook";
import { getLockedWebhook, getWebhook } from "@/lib/webhooks/get-webhook";
import { auditedWebhook } from "@/lib/webhooks/present";
import { isSameOrigin } from "@/lib/webhooks/rules";
import type { UpdatedWebhook, UpdateWebhook } from "@/lib/webhooks/schema";
import { failPending, updateWebhookRow } from "@/lib/webhooks/store";

/** What is reset when a webhook is moved. Whoever does that need not be notified that it works again. */
const NOT_FAILING = { failingSince: null, failingToldAt: null };
/** The same when it is switched on. */
const BEGUN_ANEW = { ...NOT_FAILING, disabledReason: null, disabledAt: null };

/**
 * The headers of a webhook after a change. Stored headers stay with the server they were given for: otherwise someone
 * who may change the URL but not read the headers could have a secret sent to themselves.
 */
function headersAfter(
  { id, url: before, headerNames }: WebhookRow,
  { url = before, headers }: Pick<UpdateWebhook, "url" | "headers">,
) {
  if (headers !== undefined) return { change: sealHeaders(id, headers), dropped: [] };
  if (isSameOrigin(before, url)) return { change: {}, dropped: [] };
  return { change: sealHeaders(id, {}), dropped: headerNames };
}

/**
 * The owner of a webhook after a change: whoever makes it send more than before, or to another place, must be allowed
 * to see everything it sends then. Changes that only narrow it, or leave that alone, are open to everyone who manages
 * webhooks.
 */
function authorityAfter(scope: WorkspaceScope, before: WebhookRow, body: UpdateWebhook) {
  const after = { url: body.url ?? before.url, events: body.events ?? before.events };
  if (!body.take_over && !isWidened(before, after)) return {};
  const { granted: grantedEvents, issues } = grantEvents(sightOf(scope), after.events, before);
  refuseEvents(issues);
  return { ownerId: scope.actor.developerId, grantedEvents, withheldToldAt: null };
}

/**
 * Changes a webhook. Switching it off gives up its unsent deliveries; switching it on clears the reason why it was off.
 * At another address it begins to fail anew, whatever the former one answers still.
 * If its URL moves to another origin, stored headers are dropped unless they are given again, and the response names
 * them.
 * @throws AppError not_found, conflict for a part that is not as expected, invalid for an address that is not public,
 *   forbidden as `authorityAfter`
 */
export async function updateWebhook(
  scope: WorkspaceScope,
  id: string,
  body: UpdateWebhook,
  now: Date,
): Promise<UpdatedWebhook> {
  if (body.url !== undefined) checkUrl(body.url);
  const { url, events, name, is_active: isActive } = body;
  const dropped = await transaction(async (tx) => {
    const before = await getLockedWebhook(tx, scope, id);
    checkExpected(body, () => before);
    const headers = headersAfter(before, body);
    const row = await updateWebhookRow(tx, id, {
      updatedAt: now,
      ...omitUndefined({ url, events, name, isActive }),
      ...headers.change,
      ...authorityAfter(scope, before, body),
      ...(url !== undefined && url !== before.url ? NOT_FAILING : {}),
      ...(isActive && !before.isActive ? BEGUN_ANEW : {}),
    });
    if (before.isActive && !row.isActive) await failPending(tx, id, now);
    const entry = {
      action: "webhook.updated",
      target: { type: "webhook", id },
      before: auditedWebhook(before),
      after: auditedWebhook(row),
    };
    await recordAudit(tx, scope, entry, now);
    return headers.dropped;
  });
  return { ...(await getWebhook(scope, id, now)), dropped_header_names: dropped };
}
