import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, type PageQuery, readRows } from "@/lib/http/paging";
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
  const { items, nextCursor } = await readRows(query, (slice) => listWebhookRows(scope, slice));
  const ids = items.map(({ id }) => id);
  const owners = await findOwners(db(), items);
  const health = await findHealth(ids, healthSince(now));
  const held = await findHeld(ids, HELD_LISTED_MAX);
  const present = (row: (typeof items)[number]) =>
    presentWebhook(row, owners.get(row.id), health.get(row.id), held.get(row.id));
  return { items: items.map(present), nextCursor };
}
