import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, type PageQuery, readCursor, toPage } from "@/lib/http/paging";
import { presentWebhook } from "@/lib/webhooks/present";
import { healthSince } from "@/lib/webhooks/rules";
import type { Webhook } from "@/lib/webhooks/schema";
import { findHealth, listWebhookRows } from "@/lib/webhooks/store";

/** A page of the workspace's webhooks with their health, newest first. */
export async function listWebhooks(
  scope: WorkspaceScope,
  query: PageQuery,
  now: Date,
): Promise<Page<z.input<typeof Webhook>>> {
  const rows = await listWebhookRows(scope, query.limit + 1, readCursor(query.cursor));
  const health = await findHealth(
    rows.map(({ id }) => id),
    healthSince(now),
  );
  const positionOf = (row: (typeof rows)[number]) => ({ at: row.createdAt, id: row.id });
  return toPage(rows, query.limit, positionOf, (row) => presentWebhook(row, health.get(row.id)));
}
