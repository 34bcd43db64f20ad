import type { PermissionSlug } from "@/lib/access/catalog";
import type { WebhookAttempt, Webhook as WebhookRow } from "@/lib/platform/rows";
import { type Owner, ownerIdOf } from "@/lib/webhooks/authority/owners";
import { maySeeEvent, withheldOf } from "@/lib/webhooks/authority/rules";
import { presentHeld } from "@/lib/webhooks/held/present";
import type { Held } from "@/lib/webhooks/held/store";
import { deliveryHeaders } from "@/lib/webhooks/rules";
import type { Delivery, DeliveryWithAttempts, Webhook } from "@/lib/webhooks/schema";
import type { DeliveryRow, Health } from "@/lib/webhooks/store";

const NOTHING: ReadonlySet<PermissionSlug> = new Set();

/**
 * A webhook as its readers see it: never its secret, and only the names of its headers.
 * @param owner undefined if the owner was erased
 */
export function presentWebhook(
  row: WebhookRow,
  owner: Owner | undefined,
  health: Health | undefined,
  held: Held | undefined,
): Webhook {
  const { deliveries = 0, successes = 0, pending = 0, lastSuccessAt, lastFailureAt } = health ?? {};
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    url: row.url,
    events: row.events,
    header_names: row.headerNames,
    is_active: row.isActive,
    disabled_reason: row.disabledReason as Webhook["disabled_reason"],
    disabled_at: row.disabledAt?.toISOString() ?? null,
    failing_since: row.failingSince?.toISOString() ?? null,
    created_by_id: row.createdById,
    owner: owner ? { id: owner.id, name: owner.name } : null,
    withheld_events: withheldOf(row, owner?.permissions ?? NOTHING).map(({ isHeld, ...event }) => ({
      ...event,
      is_held: isHeld,
    })),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    health: {
      deliveries,
      success_rate: deliveries === 0 ? null : successes / deliveries,
      pending,
      last_success_at: lastSuccessAt?.toISOString() ?? null,
      last_failure_at: lastFailureAt?.toISOString() ?? null,
    },
    held_events: presentHeld(held),
  };
}

/** What tells a webhook from others in the audit log: one without a name is known by its address. */
export function namedWebhook({ name, url }: Pick<WebhookRow, "name" | "url">) {
  return { name, url };
}

/** What the audit log records of a webhook. */
export function auditedWebhook(row: WebhookRow) {
  const { events, headerNames, isActive } = row;
  return {
    ...namedWebhook(row),
    events,
    header_names: headerNames,
    is_active: isActive,
    owner_id: ownerIdOf(row),
  };
}

/**
 * A delivery with the result of its last attempt.
 * @param permissions of the reader: without the one that its event needs, the content is left out
 */
export function presentDelivery(row: DeliveryRow, permissions: ReadonlySet<PermissionSlug>): Delivery {
  const isWithheld = !maySeeEvent(permissions, row.eventType);
  return {
    id: row.id,
    webhook_id: row.webhookId,
    event_id: row.eventId,
    event_type: row.eventType,
    payload: row.body === null || isWithheld ? null : JSON.parse(row.body),
    is_withheld: isWithheld,
    is_erased: row.isErased,
    status: row.status,
    failure_reason: row.failureReason,
    response_status_code: row.statusCode,
    // A subscriber may say back what it was sent.
    response_body: isWithheld ? null : row.responseBody,
    error: row.error,
    attempt_number: row.attemptNumber,
    next_retry_at: row.nextRetryAt?.toISOString() ?? null,
    duration_ms: row.durationMs,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

/** A delivery with all its attempts. */
export function presentDeliveryWithAttempts(
  row: DeliveryRow,
  attempts: WebhookAttempt[],
  permissions: ReadonlySet<PermissionSlug>,
): DeliveryWithAttempts {
  const delivery = presentDelivery(row, permissions);
  return {
    ...delivery,
    request_body: delivery.is_withheld ? null : row.body,
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      url: attempt.url,
      request_headers: deliveryHeaders({
        deliveryId: row.id,
        eventId: row.eventId,
        eventType: row.eventType,
        startedAt: attempt.startedAt,
        signature: attempt.signature,
        webhookSignature: attempt.webhookSignature,
      }),
      response_status_code: attempt.statusCode,
      response_headers: delivery.is_withheld
        ? null
        : (attempt.responseHeaders as Record<string, string> | null),
      response_body: delivery.is_withheld ? null : attempt.responseBody,
      error: attempt.error,
      duration_ms: attempt.durationMs,
      started_at: attempt.startedAt.toISOString(),
    })),
  };
}
