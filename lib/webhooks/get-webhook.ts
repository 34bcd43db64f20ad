import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { type Db, db } from "@/lib/platform/database";
import type { Webhook as WebhookRow } from "@/lib/platform/rows";
import { findOwners } from "@/lib/webhooks/authority/owners";
import { findHeld } from "@/lib/webhooks/held/store";
import { HELD_EVENTS_MAX } from "@/lib/webhooks/limits";
import { presentWebhook } from "@/lib/webhooks/present";
import { healthSince } from "@/lib/webhooks/rules";
import type { Webhook } from "@/lib/webhooks/schema";
import { findHealth, findWebhook, lockWebhook } from "@/lib/webhooks/store";

/** For a moment more may be held than are kept in the end; the count has a limit. */
const HELD_COUNTED_MAX = 10 * HELD_EVENTS_MAX;

/** A webhook's row. @throws AppError not_found */
export async function getWebhookRow(scope: WorkspaceScope, id: string): Promise<WebhookRow> {
  return orNotFound(await findWebhook(db(), scope, id), "Webhook");
}

/**
 * A webhook's row, locked for a change until the transaction ends.
 * @throws AppError not_found
 */
export async function getLockedWebhook(tx: Db, scope: WorkspaceScope, id: string): Promise<WebhookRow> {
  return orNotFound(await lockWebhook(tx, scope, id), "Webhook");
}

/**
 * One webhook with its health and its held events.
 * @throws AppError not_found
 */
export async function getWebhook(scope: WorkspaceScope, id: string, now: Date): Promise<Webhook> {
  const row = await getWebhookRow(scope, id);
  const owners = await findOwners(db(), [row]);
  const health = await findHealth([id], healthSince(now));
  const held = await findHeld([id], HELD_COUNTED_MAX);
  return presentWebhook(row, owners.get(id), health.get(id), held.get(id));
}
