import type { WorkspaceScope } from "@/lib/access/authorise";
import { permissionsSql } from "@/lib/access/store";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, Prisma } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import type { Webhook, WebhookAttempt } from "@/lib/platform/rows";
import { traceparent } from "@/lib/platform/tracing";
import { EVERY_EVENT, type EventType, PERMISSION_OF_EVENT } from "@/lib/webhooks/catalog";
import {
  FAST_ANSWER_MS_MAX,
  HEALTH_DELIVERIES,
  LISTED_PAYLOAD_CHARS_MAX,
  SLOTS_INITIAL,
} from "@/lib/webhooks/limits";
import { shareOf } from "@/lib/webhooks/rules";
import { hasDeferredSql } from "@/lib/webhooks/sending/deferred";

export type NewEvent = { id: string; workspaceId: string; type: EventType; body: string };

/** A time at which a delivery is due at once: never later than the database's own, which others use to look for it. */
function dueNow(now: Date): Prisma.Sql {
  return Prisma.sql`LEAST(${now}::timestamptz, now())`;
}

/** The owner of a webhook `w`. */
const OWNER = Prisma.sql`COALESCE(w.owner_id, w.created_by_id)`;

/**
 * One delivery per event and active webhook of its workspace that subscribes to the type and whose owner may see it.
 * The first `jobsMax` of a webhook get a job through `enqueue`, an aggregate of the rows of `delivery`; the others are
 * deferred, and woken as these end. All deliveries of a webhook are deferred if unanswered requests take up its slots or its
 * workspace's places, or others are deferred already: a job would only find that out. The event is held for webhooks that
 * are switched off, and for those whose owner may no longer see it. Owners are checked once per webhook, in the same
 * statement.
 * @returns how many were held
 */
export async function insertDeliveries(
  tx: Db,
  events: readonly NewEvent[],
  enqueue: Prisma.Sql,
  jobsMax: number,
  now: Date,
): Promise<number> {
  const longAgo = new Date(now.getTime() - FAST_ANSWER_MS_MAX);
  const types = [...new Set(events.map(({ type }) => type))];
  const needed = events.map(({ type }) => PERMISSION_OF_EVENT[type]);
  const permissions = permissionsSql(Prisma.sql`w.workspace_id`, OWNER, [...new Set(needed)]);
  const [row] = await tx.$queryRaw<{ held: number }[]>`
    WITH event AS (
      SELECT * FROM unnest(
        ${events.map(({ id }) => id)}::uuid[], ${events.map(({ workspaceId }) => workspaceId)}::uuid[],
        ${events.map(({ type }) => type)}::text[], ${needed}::text[], ${events.map(({ body }) => body)}::text[]
      ) AS given (id, workspace_id, type, permission, body)
    ), unanswered AS MATERIALIZED (
      SELECT workspace_id, webhook_id FROM webhook_lease
      WHERE workspace_id = ANY (${[...new Set(events.map(({ workspaceId }) => workspaceId))]}::uuid[])
        AND expires_at > ${now}::timestamptz AND taken_at < ${longAgo}::timestamptz
    ), crowded AS MATERIALIZED (
      SELECT workspace_id FROM unanswered GROUP BY workspace_id HAVING count(*) >= ${shareOf(env().WORKER_PLACES)}::int
    ), stuck AS MATERIALIZED (
      SELECT l.webhook_id FROM unanswered l LEFT JOIN webhook_pace p ON p.webhook_id = l.webhook_id
      GROUP BY l.webhook_id, p.slots HAVING count(*) >= COALESCE(p.slots, ${SLOTS_INITIAL}::int) OR
        ${hasDeferredSql(Prisma.sql`l.webhook_id`)}
    ), subscriber AS MATERIALIZED (
      SELECT w.id, w.workspace_id, w.is_active, w.events, w.granted_events, ${permissions} AS permissions
      FROM webhook w
      WHERE w.workspace_id = ANY (ARRAY(SELECT workspace_id FROM event)) AND w.deleted_at IS NULL
        AND (w.events && ${types}::text[] OR ${EVERY_EVENT} = ANY (w.events))
    ), subscribed AS (
      SELECT w.id AS webhook_id, w.is_active AND event.permission = ANY (w.permissions) AS is_sent,
        event.id, event.type, event.body,
        row_number() OVER (PARTITION BY w.id ORDER BY event.id) <= ${jobsMax}::int
          AND w.id NOT IN (SELECT webhook_id FROM stuck)
          AND w.workspace_id NOT IN (SELECT workspace_id FROM crowded) AS is_due
      FROM event JOIN subscriber w ON w.workspace_id = event.workspace_id
      WHERE (event.type = ANY (w.events) OR ${EVERY_EVENT} = ANY (w.events))
        AND (event.permission = ANY (w.permissions) OR event.type = ANY (w.granted_events))
    ), delivery AS (
      INSERT INTO webhook_delivery (id, webhook_id, event_id, event_type, body, next_retry_at, created_at, traceparent)
      SELECT gen_random_uuid(), webhook_id, id, type, body, CASE WHEN is_due THEN ${dueNow(now)} END,
        ${now}::timestamptz, ${traceparent()}::text
      FROM subscribed WHERE is_sent
      RETURNING id, webhook_id, round, next_retry_at, traceparent
    ), held AS (
      INSERT INTO webhook_held_event (webhook_id, event_id, event_type, body, created_at)
      SELECT webhook_id, id, type, body, ${now}::timestamptz FROM subscribed WHERE NOT is_sent
      RETURNING event_id
    )
    SELECT ${enqueue} AS jobs, (SELECT count(*) FROM held)::int AS held
    FROM delivery WHERE next_retry_at IS NOT NULL`;
  return row?.held ?? 0;
}

/**
 * Switches a webhook off on behalf of the service, for what its address has answered.
 * @returns whose it is and what it is called; null if it was off already or has been moved to another address since
 */
export async function disableWebhook(
  tx: Db,
  { webhookId, url }: { webhookId: string; url: string },
  reason: "gone" | "failing",
  now: Date,
): Promise<{ workspaceId: string; name: string; url: string } | null> {
  const [row] = await tx.webhook.updateManyAndReturn({
    where: { id: webhookId, url, isActive: true },
    data: { isActive: false, disabledReason: reason, disabledAt: now, updatedAt: now },
    select: { workspaceId: true, name: true, url: true },
  });
  return row ?? null;
}

/** Gives up all of a webhook's unsent deliveries. */
export async function failPending(tx: Db, webhookId: string, now: Date): Promise<void> {
  await tx.webhookDelivery.updateMany({
    where: { webhookId, status: "pending" },
    data: { status: "failed", failureReason: "webhook_disabled", nextRetryAt: null, finishedAt: now },
  });
}

type NewWebhookRow = Pick<
  Webhook,
  | "id"
  | "name"
  | "url"
  | "events"
  | "grantedEvents"
  | "secretEncrypted"
  | "headersEncrypted"
  | "headerNames"
  | "isActive"
>;

/** Stores a new webhook that the actor owns. */
export async function insertWebhook(
  tx: Db,
  scope: WorkspaceScope,
  row: NewWebhookRow,
  now: Date,
): Promise<Webhook> {
  const { workspaceId, actor } = scope;
  return tx.webhook.create({
    data: {
      ...row,
      workspaceId,
      createdById: actor.developerId,
      ownerId: actor.developerId,
      createdAt: now,
      updatedAt: now,
    },
  });
}

/** A webhook of the workspace; null if it is unknown, deleted or another workspace's. */
export async function findWebhook(tx: Db, scope: WorkspaceScope, id: string): Promise<Webhook | null> {
  return tx.webhook.findFirst({ where: { id, workspaceId: scope.workspaceId, deletedAt: null } });
}

/** The same, locked until the transaction ends, so that changes to one webhook take turns. */
export async function lockWebhook(tx: Db, scope: WorkspaceScope, id: string): Promise<Webhook | null> {
  await tx.$queryRaw`
    SELECT 1 FROM webhook WHERE id = ${id}::uuid AND workspace_id = ${scope.workspaceId}::uuid FOR NO KEY UPDATE`;
  return findWebhook(tx, scope, id);
}

/** A page of the workspace's webhooks, newest first. */
export async function listWebhookRows(scope: WorkspaceScope, { limit, after }: Slice): Promise<Webhook[]> {
  return db().webhook.findMany({
    where: {
      workspaceId: scope.workspaceId,
      deletedAt: null,
      AND: beyond(after, "desc"),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

export type Health = {
  deliveries: number;
  successes: number;
  pending: number;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
};

/**
 * How webhooks' deliveries since `since` ended, and when the last ones did, by webhook, in one query. The counts have
 * limits, so that a busy webhook costs no more than a quiet one; waiting deliveries are counted up to 1,000.
 */
export async function findHealth(webhookIds: readonly string[], since: Date): Promise<Map<string, Health>> {
  if (webhookIds.length === 0) return new Map();
  const latest = (status: string) => Prisma.sql`
    FROM webhook_delivery WHERE webhook_id = given.id AND status = ${status} ORDER BY created_at DESC, id DESC`;
  const ended = (status: string) => Prisma.sql`(
    SELECT status, created_at ${latest(status)} LIMIT ${HEALTH_DELIVERIES})`;
  const rows = await db().$queryRaw<(Health & { id: string })[]>`
    SELECT given.id::text, judged.*,
      (SELECT finished_at ${latest("success")} LIMIT 1) AS "lastSuccessAt",
      (SELECT finished_at ${latest("failed")} LIMIT 1) AS "lastFailureAt",
      (SELECT count(*)::int FROM (
        SELECT 1 FROM webhook_delivery WHERE webhook_id = given.id AND status = 'pending' LIMIT 1000) waiting) AS pending
    FROM unnest(${[...webhookIds]}::uuid[]) AS given (id) CROSS JOIN LATERAL (
      SELECT count(*)::int AS deliveries, (count(*) FILTER (WHERE status = 'success'))::int AS successes
      FROM (
        SELECT status FROM (${ended("success")} UNION ALL ${ended("failed")}) AS ended
        WHERE created_at >= ${since}::timestamptz ORDER BY created_at DESC LIMIT ${HEALTH_DELIVERIES}
      ) latest
    ) judged`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** How many webhooks a workspace has, switched off ones included. */
export function countWebhooks(tx: Db, { workspaceId }: WorkspaceScope): Promise<number> {
  return tx.webhook.count({ where: { workspaceId, deletedAt: null } });
}

/** Changes a webhook. */
export async function updateWebhookRow(
  tx: Db,
  id: string,
  change: Partial<Omit<Webhook, "id" | "workspaceId">>,
): Promise<Webhook> {
  return tx.webhook.update({ where: { id }, data: change });
}

/** Adds a delivery of one event to one webhook, whatever it subscribes to, and its job. @returns its id */
export async function insertDelivery(
  tx: Db,
  webhookId: string,
  event: NewEvent,
  enqueue: Prisma.Sql,
  now: Date,
): Promise<string> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    WITH delivery AS (
      INSERT INTO webhook_delivery (id, webhook_id, event_id, event_type, body, next_retry_at, created_at, traceparent)
      VALUES (gen_random_uuid(), ${webhookId}::uuid, ${event.id}::uuid, ${event.type}, ${event.body},
        ${dueNow(now)}, ${now}::timestamptz, ${traceparent()}::text)
      RETURNING id, webhook_id, round, traceparent
    )
    SELECT min(id::text) AS id, ${enqueue} AS jobs FROM delivery`;
  if (!row) throw new Error("a delivery that was inserted is not there");
  return row.id;
}

export type DeliveryRow = {
  id: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  body: string | null;
  isErased: boolean;
  status: "pending" | "success" | "failed";
  failureReason: "attempts_exhausted" | "gone" | "webhook_disabled" | "not_permitted" | "expired" | null;
  attemptNumber: number;
  nextRetryAt: Date | null;
  createdAt: Date;
  finishedAt: Date | null;
  statusCode: number | null;
  responseBody: string | null;
  error: string | null;
  durationMs: number | null;
};

function deliveryColumns(body: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`d.id::text, d.webhook_id::text AS "webhookId", d.event_id::text AS "eventId",
    d.event_type AS "eventType", ${body} AS body, d.is_erased AS "isErased", d.status,
    d.failure_reason AS "failureReason", d.attempt_number AS "attemptNumber", d.next_retry_at AS "nextRetryAt",
    d.created_at AS "createdAt", d.finished_at AS "finishedAt", a.status_code AS "statusCode",
    a.response_body AS "responseBody", a.error, a.duration_ms AS "durationMs"`;
}
const WITH_LAST_ATTEMPT = Prisma.sql`
  LEFT JOIN webhook_attempt a ON a.delivery_id = d.id AND a.number = d.attempt_number`;

type DeliveryFilters = {
  status?: string | undefined;
  eventType?: string | undefined;
  since?: Date | undefined;
};

/** A page of a webhook's deliveries with their last attempts, newest first. The webhook must be the workspace's. */
export async function listDeliveryRows(
  webhook: Webhook,
  { status, eventType, since }: DeliveryFilters,
  { limit, after }: Slice,
): Promise<DeliveryRow[]> {
  const where = [
    Prisma.sql`d.webhook_id = ${webhook.id}::uuid`,
    ...(status ? [Prisma.sql`d.status = ${status}`] : []),
    ...(eventType ? [Prisma.sql`d.event_type = ${eventType}`] : []),
    ...(since ? [Prisma.sql`d.created_at >= ${since}::timestamptz`] : []),
    ...(after ? [Prisma.sql`(d.created_at, d.id) < (${after.at}::timestamptz, ${after.id}::uuid)`] : []),
  ];
  const body = Prisma.sql`CASE WHEN length(d.body) <= ${LISTED_PAYLOAD_CHARS_MAX} THEN d.body END`;
  return db().$queryRaw<DeliveryRow[]>`
    SELECT ${deliveryColumns(body)} FROM (
      SELECT * FROM webhook_delivery d WHERE ${Prisma.join(where, " AND ")}
      ORDER BY d.created_at DESC, d.id DESC LIMIT ${limit}
    ) d ${WITH_LAST_ATTEMPT}
    ORDER BY d.created_at DESC, d.id DESC`;
}

/** One delivery of a webhook with its last attempt; null for that of another. */
export async function findDelivery(tx: Db, webhook: Webhook, id: string): Promise<DeliveryRow | null> {
  const [row] = await tx.$queryRaw<DeliveryRow[]>`
    SELECT ${deliveryColumns(Prisma.sql`d.body`)} FROM webhook_delivery d ${WITH_LAST_ATTEMPT}
    WHERE d.id = ${id}::uuid AND d.webhook_id = ${webhook.id}::uuid`;
  return row ?? null;
}

/** All attempts of a delivery, the first one first. */
export async function listAttempts(deliveryId: string): Promise<WebhookAttempt[]> {
  return db().webhookAttempt.findMany({ where: { deliveryId }, orderBy: { number: "asc" } });
}

/**
 * Starts a delivery again, as another round, unless an attempt is in progress or its body is erased.
 * @returns whether it did
 */
export async function restartDelivery(tx: Db, id: string, enqueue: Prisma.Sql, now: Date): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ jobs: number }[]>`
    WITH delivery AS (
      UPDATE webhook_delivery SET status = 'pending', round = round + 1, round_attempts = 0, failure_reason = NULL,
        finished_at = NULL, next_retry_at = ${dueNow(now)}
      WHERE id = ${id}::uuid AND body IS NOT NULL
        AND (claimed_until IS NULL OR claimed_until <= ${now}::timestamptz)
      RETURNING id, webhook_id, round, traceparent
    )
    SELECT ${enqueue} AS jobs FROM delivery`;
  return row?.jobs === 1;
}

/** Failed deliveries, or those that wait for their next attempt. What is deferred or being sent goes out anyway. */
export type Recoverable = "failed" | "waiting";

type Span = {
  since: Date;
  until: Date;
  /** The event types that the webhook may send. */
  types: readonly string[];
  limit: number;
  now: Date;
};

function between(which: Recoverable, webhookId: string, { since, until, types, now }: Span): Prisma.Sql {
  const state =
    which === "failed"
      ? Prisma.sql`status = 'failed'`
      : // Tried in this round: one that was woken after this request was made is due later than it, too.
        Prisma.sql`status = 'pending' AND next_retry_at > ${now}::timestamptz AND round_attempts > 0
          AND (claimed_until IS NULL OR claimed_until <= ${now}::timestamptz)`;
  return Prisma.sql`webhook_id = ${webhookId}::uuid AND ${state} AND body IS NOT NULL
    AND event_type = ANY (${[...types]}::text[])
    AND created_at >= ${since}::timestamptz AND created_at <= ${until}::timestamptz`;
}

/** How many deliveries of a webhook could be recovered. */
export async function countRecoverable(which: Recoverable, webhookId: string, span: Span): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM (
      SELECT 1 FROM webhook_delivery WHERE ${between(which, webhookId, span)} LIMIT ${span.limit}) found`;
  return row?.count ?? 0;
}

/**
 * Starts a webhook's failed or waiting deliveries again, as another round, oldest first: deferred, to be woken as slots
 * become free. The jobs of waiting ones find that the round is over.
 */
export async function restartRecoverable(
  tx: Db,
  which: Recoverable,
  webhookId: string,
  span: Span,
): Promise<number> {
  return tx.$executeRaw`
    UPDATE webhook_delivery SET status = 'pending', round = round + 1, round_attempts = 0, failure_reason = NULL,
      finished_at = NULL, next_retry_at = NULL
    WHERE id = ANY (ARRAY(
      SELECT id FROM webhook_delivery WHERE ${between(which, webhookId, span)}
      ORDER BY created_at LIMIT ${span.limit} FOR UPDATE
    ))`;
}
