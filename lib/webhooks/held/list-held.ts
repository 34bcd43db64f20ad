import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { type Page, readPage } from "@/lib/http/paging";
import { getWebhookRow } from "@/lib/webhooks/get-webhook";
import { presentHeldEvent } from "@/lib/webhooks/held/present";
import type { HeldEvent, HeldEventsQuery } from "@/lib/webhooks/held/schema";
import { findHeldEvent, listHeldRows } from "@/lib/webhooks/held/store";

/**
 * A page of a webhook's held events, newest first.
 * @throws AppError not_found
 */
export async function listHeldEvents(
  scope: WorkspaceScope,
  webhookId: string,
  { event_type: eventType, since, ...page }: HeldEventsQuery,
): Promise<Page<HeldEvent>> {
  const webhook = await getWebhookRow(scope, webhookId);
  const filters = { eventType, since: since === undefined ? undefined : new Date(since) };
  return readPage(
    page,
    (slice) => listHeldRows(webhook, filters, slice),
    (row) => presentHeldEvent(row, scope.permissions),
    ["createdAt", "eventId"],
  );
}

/**
 * One of a webhook's held events, with its whole payload.
 * @throws AppError not_found
 */
export async function getHeldEvent(
  scope: WorkspaceScope,
  webhookId: string,
  eventId: string,
): Promise<HeldEvent> {
  const row = orNotFound(await findHeldEvent(await getWebhookRow(scope, webhookId), eventId), "Event");
  return presentHeldEvent(row, scope.permissions);
}
