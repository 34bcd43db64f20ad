import type { WorkspaceScope } from "@/lib/access/authorise";
import { byCreation, type Page, type PageQuery, readCursor, toPage } from "@/lib/http/paging";
import { db } from "@/lib/platform/database";
import { findOwners } from "@/lib/webhooks/authority/owners";
import { findHeld } from "@/lib/webhooks/held/store";
import { HELD_LISTED_MAX } from "@/lib/webhooks/limits";
import { presentWebhook } from "@/lib/webhooks/present";
import { healthSince } from "@/lib/webhooks/rules";
import type { Webhook } from "@/lib/webhooks/schema";
import { findHealth, listWebhookRows } from "@/lib/webhooks/store";

/** A page of the workspace's webhooks with their health and held events, newest first. */
export async function listWebhooks(
  scope: WorkspaceScope,
  query: PageQuery,
  now: Date,
): Promise<Page<Webhook>> {
  const rows = await listWebhookRows(scope, query.limit + 1, readCursor(query.cursor));
  const ids = rows.map(({ id }) => id);
  const owners = await findOwners(db(), rows);
  const health = await findHealth(ids, healthSince(now));
  const held = await findHeld(ids, HELD_LISTED_MAX);
  return toPage(rows, query.limit, byCreation, (row) =>
    presentWebhook(row, owners.get(row.id), health.get(row.id), held.get(row.id)),
  );
}
