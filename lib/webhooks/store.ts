import type { WorkspaceScope } from "@/lib/access/authorise";
import type { Position } from "@/lib/http/paging";
import { type Db, db, Prisma, runPrepared } from "@/lib/platform/database";
import type { Webhook, WebhookAttempt } from "@/lib/platform/rows";
import { batched } from "@/lib/webhooks/batched";
import { EVERY_EVENT } from "@/lib/webhooks/catalog";
import { HEALTH_DELIVERIES, LISTED_PAYLOAD_CHARS_MAX } from "@/lib/webhooks/limits";

type NewEvent = { id: string; workspaceId: string; type: string; body: string };

/**
 * One delivery per event and active webhook of its workspace that subscribes to its type, and one job for each of them
 * by `enqueue`, an expression over the rows of `delivery`.
 */
export async function insertDeliveries(
  tx: Db,
  events: readonly NewEvent[],
  enqueue: Prisma.Sql,
  now: Date,
): Promise<void> {
  await tx.$queryRaw`
    WITH event AS (
      SELECT * FROM unnest(
        ${events.map(({ id }) => id)}::uuid[], ${events.map(({ workspaceId }) => workspaceId)}::uuid[],
        ${events.map(({ type }) => type)}::text[], ${events.map(({ body }) => body)}::text[]
      ) AS given (id, workspace_id, type, body)
    ), delivery AS (
      INSERT INTO webhook_delivery (id, webhook_id, event_id, event_type, body, next_retry_at, created_at)
      SELECT gen_random_uuid(), w.id, event.id, event.type, event.body, ${now}::timestamptz, ${now}::timestamptz
      FROM event JOIN webhook w ON w.workspace_id = event.workspace_id
      WHERE w.is_active AND (event.type = ANY (w.events) OR ${EVERY_EVENT} = ANY (w.events))
      RETURNING id, webhook_id, round
    )
    SELECT count(${enqueue}) AS jobs FROM delivery`;
}

export type ClaimedDelivery = {
  eventId: string;
  eventType: string;
  body: string;
  attemptNumber: number;
  roundAttempts: number;
  url: string;
  secretEncrypted: string;
  headersEncrypted: string | null;
  failingSince: Date | null;
};

export type Claim = { id: string; round: number; claimedUntil: Date; now: Date };

/**
 * Takes deliveries that are due until `claimedUntil`, with all that their requests need; null for one that is not due,
 * not pending, taken by someone else, of another round, or of a webhook that is switched off.
 */
async function claimAll(claims: Claim[]): Promise<(ClaimedDelivery | null)[]> {
  const rows = await runPrepared<ClaimedDelivery & { id: string }>(
    "webhooks.claim",
    Prisma.sql`
    UPDATE webhook_delivery d SET claimed_until = claim."claimedUntil"
    FROM jsonb_to_recordset(${JSON.stringify(claims)}::jsonb)
      AS claim (id uuid, round int, "claimedUntil" timestamptz, now timestamptz), webhook w
    WHERE d.id = claim.id AND d.round = claim.round AND w.id = d.webhook_id AND w.is_active
      AND d.status = 'pending' AND d.body IS NOT NULL
      AND (d.next_retry_at IS NULL OR d.next_retry_at <= claim.now)
      AND (d.claimed_until IS NULL OR d.claimed_until <= claim.now)
    RETURNING d.id::text, d.event_id::text AS "eventId", d.event_type AS "eventType", d.body,
      d.attempt_number AS "attemptNumber", d.round_attempts AS "roundAttempts", w.url,
      w.secret_encrypted AS "secretEncrypted", w.headers_encrypted AS "headersEncrypted",
      w.failing_since AS "failingSince"`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return claims.map(({ id }) => {
    const claimed = byId.get(id) ?? null;
    // Of two jobs for one delivery only the first has it.
    byId.delete(id);
    return claimed;
  });
}

/** As `claimAll`, for one; those who claim at the same time share a statement. */
export const claimDelivery = batched(claimAll);

export type DeliveryState = {
  nextRetryAt: Date | null;
  claimedUntil: Date | null;
  isErased: boolean;
  webhook: { isActive: boolean };
};

/** Where a pending delivery of this round stands; null when it has ended or is of another round. */
export async function findPending(id: string, round: number): Promise<DeliveryState | null> {
  return db().webhookDelivery.findFirst({
    where: { id, round, status: "pending" },
    select: {
      nextRetryAt: true,
      claimedUntil: true,
      isErased: true,
      webhook: { select: { isActive: true } },
    },
  });
}

type AttemptResult = {
  number: number;
  roundAttempts: number;
  url: string;
  signature: string;
  webhookSignature: string;
  statusCode: number | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
  error: string | null;
  durationMs: number;
  startedAt: Date;
  status: "pending" | "success" | "failed";
  failureReason: string | null;
  nextRetryAt: Date | null;
  finishedAt: Date;
};

type AttemptRecord = { id: string; claimedUntil: Date; result: AttemptResult };

/**
 * Writes down attempts and what they make of their deliveries, where the claim is still the one an attempt was made
 * under. A delivery that was given up meanwhile stays so, unless the attempt brought it through.
 * @returns for each whether it was written down
 */
async function recordAll(records: AttemptRecord[]): Promise<boolean[]> {
  const sent = records.map(({ id, claimedUntil, result }) => ({ id, claimedUntil, ...result }));
  const rows = await runPrepared<{ id: string }>(
    "webhooks.record",
    Prisma.sql`
    WITH result AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) AS result (
        id uuid, "claimedUntil" timestamptz, number int, "roundAttempts" int, status text, "failureReason" text,
        "nextRetryAt" timestamptz, "finishedAt" timestamptz, url text, signature text, "webhookSignature" text,
        "statusCode" int, "responseHeaders" jsonb, "responseBody" text, error text, "durationMs" int, "startedAt" timestamptz)
    ), mine AS (
      UPDATE webhook_delivery d SET
        claimed_until = NULL, attempt_number = result.number, round_attempts = result."roundAttempts",
        status = CASE WHEN d.status = 'pending' OR result.status = 'success' THEN result.status ELSE d.status END,
        failure_reason = CASE WHEN d.status = 'pending' OR result.status = 'success' THEN result."failureReason"
          ELSE d.failure_reason END,
        next_retry_at = CASE WHEN d.status = 'pending' THEN result."nextRetryAt" END,
        finished_at = CASE WHEN result.status = 'pending' AND d.status = 'pending' THEN NULL
          ELSE result."finishedAt" END
      FROM result WHERE d.id = result.id AND d.claimed_until = result."claimedUntil"
      RETURNING d.id
    )
    INSERT INTO webhook_attempt (delivery_id, number, url, signature, webhook_signature, status_code,
      response_headers, response_body, error, duration_ms, started_at)
    SELECT id, number, url, signature, "webhookSignature", "statusCode",
      NULLIF("responseHeaders", 'null'::jsonb), "responseBody", error, "durationMs", "startedAt"
    FROM result WHERE id IN (SELECT id FROM mine)
    RETURNING delivery_id::text AS id`,
  );
  const written = new Set(rows.map(({ id }) => id));
  return records.map(({ id }) => written.has(id));
}

/** As `recordAll`, for one; those who record at the same time share a statement. */
export const recordAttempt = batched(recordAll);

async function parkAll(parked: { id: string; round: number; now: Date }[]): Promise<undefined[]> {
  await runPrepared(
    "webhooks.park",
    Prisma.sql`
    UPDATE webhook_delivery d SET next_retry_at = NULL
    FROM jsonb_to_recordset(${JSON.stringify(parked)}::jsonb) AS parked (id uuid, round int, now timestamptz)
    WHERE d.id = parked.id AND d.round = parked.round AND d.status = 'pending' AND d.next_retry_at <= parked.now
      AND (d.claimed_until IS NULL OR d.claimed_until <= parked.now)`,
  );
  return parked.map(() => undefined);
}

/** Lets a due delivery wait for a slot: it has no job until it is woken. Those parked together share a statement. */
export const parkDelivery = batched(parkAll);

/**
 * Makes up to `limit` parked deliveries of each active webhook due, or of one, oldest first, with a job for each.
 * @returns how many there were
 */
export async function wakeParked(
  tx: Db,
  { webhookId, limit }: { webhookId: string | null; limit: number },
  enqueue: Prisma.Sql,
  now: Date,
): Promise<number> {
  const [row] = await tx.$queryRaw<{ woken: number }[]>`
    WITH parked AS (
      SELECT waiting.id FROM webhook w CROSS JOIN LATERAL (
        SELECT d.id FROM webhook_delivery d
        WHERE d.webhook_id = w.id AND d.status = 'pending' AND d.next_retry_at IS NULL
          AND (d.claimed_until IS NULL OR d.claimed_until <= ${now}::timestamptz)
        ORDER BY d.created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) waiting
      WHERE w.is_active AND ${webhookId === null ? Prisma.sql`true` : Prisma.sql`w.id = ${webhookId}::uuid`}
    ), delivery AS (
      UPDATE webhook_delivery d SET next_retry_at = ${now}::timestamptz FROM parked WHERE d.id = parked.id
      RETURNING d.id, d.webhook_id, d.round
    )
    SELECT count(${enqueue})::int AS woken FROM delivery`;
  return row?.woken ?? 0;
}

/**
 * Parks pending deliveries that were due before `before` and that nobody has taken, at most `limit` of each webhook:
 * their jobs were lost, or still wait, which does no harm.
 */
export async function parkOverdue(before: Date, limit: number, now: Date): Promise<number> {
  return db().$executeRaw`
    UPDATE webhook_delivery SET next_retry_at = NULL WHERE id IN (
      SELECT overdue.id FROM webhook w CROSS JOIN LATERAL (
        SELECT d.id FROM webhook_delivery d
        WHERE d.webhook_id = w.id AND d.status = 'pending' AND d.next_retry_at <= ${before}::timestamptz
          AND (d.claimed_until IS NULL OR d.claimed_until <= ${now}::timestamptz)
        LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) overdue
      WHERE w.is_active
    )`;
}

/** Gives up what webhooks that are off got from changes that did not see it yet. */
export async function failPendingOfInactive(now: Date): Promise<number> {
  return db().$executeRaw`
    UPDATE webhook_delivery d
    SET status = 'failed', failure_reason = 'webhook_disabled', next_retry_at = NULL, finished_at = ${now}::timestamptz
    FROM webhook w WHERE NOT w.is_active AND d.webhook_id = w.id AND d.status = 'pending'`;
}

/** Notes since when a webhook fails, or that it does no more. */
export async function setFailingSince(webhookId: string, failingSince: Date | null): Promise<void> {
  await db().webhook.updateMany({
    where: { id: webhookId, failingSince: failingSince === null ? { not: null } : null },
    data: { failingSince },
  });
}

/**
 * Switches a webhook off by the service itself.
 * @returns whose webhook it is, or null when it was off already
 */
export async function disableWebhook(
  tx: Db,
  id: string,
  reason: "gone" | "failing",
  now: Date,
): Promise<{ workspaceId: string; name: string } | null> {
  const [row] = await tx.webhook.updateManyAndReturn({
    where: { id, isActive: true },
    data: { isActive: false, disabledReason: reason, disabledAt: now, updatedAt: now },
    select: { workspaceId: true, name: true },
  });
  return row ?? null;
}

/** Gives up all that a webhook still had to send. */
export async function failPending(tx: Db, webhookId: string, now: Date): Promise<void> {
  await tx.webhookDelivery.updateMany({
    where: { webhookId, status: "pending" },
    data: { status: "failed", failureReason: "webhook_disabled", nextRetryAt: null, finishedAt: now },
  });
}

type NewWebhookRow = Pick<
  Webhook,
  "id" | "name" | "url" | "events" | "secretEncrypted" | "headersEncrypted" | "headerNames" | "isActive"
>;

/** Stores a new webhook of the actor's. */
export async function insertWebhook(
  tx: Db,
  scope: WorkspaceScope,
  row: NewWebhookRow,
  now: Date,
): Promise<Webhook> {
  const { workspaceId, actor } = scope;
  return tx.webhook.create({
    data: { ...row, workspaceId, createdById: actor.developerId, createdAt: now, updatedAt: now },
  });
}

/** A webhook of the workspace; null for an unknown, a deleted and a foreign one. */
export async function findWebhook(tx: Db, scope: WorkspaceScope, id: string): Promise<Webhook | null> {
  return tx.webhook.findFirst({ where: { id, workspaceId: scope.workspaceId, deletedAt: null } });
}

/** The same, held until the transaction ends, so that changes of one webhook take turns. */
export async function lockWebhook(tx: Db, scope: WorkspaceScope, id: string): Promise<Webhook | null> {
  await tx.$queryRaw`
    SELECT 1 FROM webhook WHERE id = ${id}::uuid AND workspace_id = ${scope.workspaceId}::uuid FOR NO KEY UPDATE`;
  return findWebhook(tx, scope, id);
}

/** A page of the workspace's webhooks, newest first. */
export async function listWebhookRows(
  scope: WorkspaceScope,
  limit: number,
  after: Position | null,
): Promise<Webhook[]> {
  return db().webhook.findMany({
    where: {
      workspaceId: scope.workspaceId,
      deletedAt: null,
      ...(after
        ? { OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, id: { lt: after.id } }] }
        : {}),
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
 * How the latest deliveries of webhooks since `since` ended, and when the last ones did, by webhook, in one query. What
 * is counted is bounded, so that a busy webhook costs no more than a quiet one; counting what waits stops at 1,000.
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
      INSERT INTO webhook_delivery (id, webhook_id, event_id, event_type, body, next_retry_at, created_at)
      VALUES (gen_random_uuid(), ${webhookId}::uuid, ${event.id}::uuid, ${event.type}, ${event.body},
        ${now}::timestamptz, ${now}::timestamptz)
      RETURNING id, webhook_id, round
    )
    SELECT id::text, ${enqueue}::text FROM delivery`;
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
  failureReason: "attempts_exhausted" | "gone" | "webhook_disabled" | "expired" | null;
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
  limit: number,
  after: Position | null,
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
 * Lets a delivery begin anew, as another round, unless an attempt is under way or its body is erased.
 * @returns whether it did
 */
export async function restartDelivery(tx: Db, id: string, enqueue: Prisma.Sql, now: Date): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    WITH delivery AS (
      UPDATE webhook_delivery SET status = 'pending', round = round + 1, round_attempts = 0, failure_reason = NULL,
        finished_at = NULL, next_retry_at = ${now}::timestamptz
      WHERE id = ${id}::uuid AND body IS NOT NULL
        AND (claimed_until IS NULL OR claimed_until <= ${now}::timestamptz)
      RETURNING id, webhook_id, round
    )
    SELECT ${enqueue}::text FROM delivery`;
  return rows.length > 0;
}

function failedBetween(webhookId: string, since: Date, until: Date): Prisma.Sql {
  return Prisma.sql`webhook_id = ${webhookId}::uuid AND status = 'failed' AND body IS NOT NULL
    AND created_at >= ${since}::timestamptz AND created_at <= ${until}::timestamptz`;
}

type Span = { since: Date; until: Date; limit: number };

/** How many failed deliveries of a webhook could be recovered. */
export async function countFailed(webhookId: string, { since, until, limit }: Span): Promise<number> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM (
      SELECT 1 FROM webhook_delivery WHERE ${failedBetween(webhookId, since, until)} LIMIT ${limit}) failed`;
  return row?.count ?? 0;
}

/** Lets failed deliveries of a webhook begin anew, oldest first: parked, to be woken as slots are free. */
export async function restartFailed(
  tx: Db,
  webhookId: string,
  { since, until, limit }: Span,
): Promise<number> {
  return tx.$executeRaw`
    UPDATE webhook_delivery SET status = 'pending', round = round + 1, round_attempts = 0, failure_reason = NULL,
      finished_at = NULL, next_retry_at = NULL
    WHERE id IN (
      SELECT id FROM webhook_delivery WHERE ${failedBetween(webhookId, since, until)}
      ORDER BY created_at LIMIT ${limit} FOR UPDATE
    )`;
}

/**
 * Erases bodies and answers of up to `limit` deliveries from before `before`. One that is still pending has expired.
 * @returns how many there were
 */
export async function eraseBodies(before: Date, limit: number, now: Date): Promise<number> {
  const [row] = await db().$queryRaw<{ erased: number }[]>`
    WITH old AS (
      UPDATE webhook_delivery SET body = NULL, is_erased = true, next_retry_at = NULL,
        failure_reason = CASE WHEN status = 'pending' THEN 'expired' ELSE failure_reason END,
        finished_at = CASE WHEN status = 'pending' THEN ${now}::timestamptz ELSE finished_at END,
        status = CASE WHEN status = 'pending' THEN 'failed' ELSE status END
      WHERE id IN (
        SELECT id FROM webhook_delivery WHERE NOT is_erased AND created_at < ${before}::timestamptz
        ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )
      RETURNING id
    ), responses AS (
      UPDATE webhook_attempt a SET response_headers = NULL, response_body = NULL FROM old WHERE a.delivery_id = old.id
    )
    SELECT count(*)::int AS erased FROM old`;
  return row?.erased ?? 0;
}

/** Deletes up to `limit` erased deliveries from before `before`. @returns how many there were */
export async function deleteErased(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM webhook_delivery WHERE id IN (
      SELECT id FROM webhook_delivery WHERE is_erased AND created_at < ${before}::timestamptz
      ORDER BY created_at LIMIT ${limit}
    )`;
}

/** Deletes up to `limit` deliveries of deleted webhooks. @returns how many there were */
export async function deleteOrphaned(limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM webhook_delivery WHERE id IN (
      SELECT d.id FROM webhook w JOIN webhook_delivery d ON d.webhook_id = w.id
      WHERE w.deleted_at IS NOT NULL LIMIT ${limit}
    )`;
}

/** Deletes deleted webhooks of which nothing is left. */
export async function deleteEmptied(): Promise<void> {
  await db().webhook.deleteMany({ where: { deletedAt: { not: null }, deliveries: { none: {} } } });
}
