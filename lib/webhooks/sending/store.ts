import { type Db, db, Prisma, runPrepared } from "@/lib/platform/database";
import { batched } from "@/lib/webhooks/sending/batched";

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
 * Makes up to `limit` parked deliveries of a webhook due, oldest first, with a job for each.
 * @returns how many there were
 */
export async function wakeParked(
  tx: Db,
  { webhookId, limit }: { webhookId: string; limit: number },
  enqueue: Prisma.Sql,
  now: Date,
): Promise<number> {
  const [row] = await tx.$queryRaw<{ woken: number }[]>`
    WITH parked AS (
      SELECT waiting.id FROM webhook w CROSS JOIN LATERAL (${parkedSql(limit, now)}) waiting
      WHERE w.is_active AND w.id = ${webhookId}::uuid
    ), ${wokenSql(now)}
    SELECT count(${enqueue})::int AS woken FROM delivery`;
  return row?.woken ?? 0;
}

function parkedSql(limit: number, now: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT d.id FROM webhook_delivery d
    WHERE d.webhook_id = w.id AND d.status = 'pending' AND d.next_retry_at IS NULL
      AND (d.claimed_until IS NULL OR d.claimed_until <= ${now}::timestamptz)
    ORDER BY d.created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
}

function wokenSql(now: Date): Prisma.Sql {
  return Prisma.sql`delivery AS (
    UPDATE webhook_delivery d SET next_retry_at = ${now}::timestamptz WHERE d.id = ANY (ARRAY(SELECT id FROM parked))
    RETURNING d.id, d.webhook_id, d.round
  )`;
}

/**
 * The webhooks that have anything to send, as the CTE `busy (id)`. Goes from one to the next in the index of pending
 * deliveries, so that neither those that have nothing cost anything, nor how much the others have. What is found is
 * changed by arrays of ids, never by a join: its planner would guess at a crowd and read the whole log.
 */
const BUSY = Prisma.sql`
  RECURSIVE step (id) AS (
    (SELECT webhook_id FROM webhook_delivery WHERE status = 'pending' ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT d.webhook_id FROM webhook_delivery d WHERE d.status = 'pending' AND d.webhook_id > step.id
      ORDER BY d.webhook_id LIMIT 1)
    FROM step WHERE step.id IS NOT NULL
  ), busy AS MATERIALIZED (
    SELECT step.id, (SELECT w.is_active FROM webhook w WHERE w.id = step.id) AS is_active
    FROM step WHERE step.id IS NOT NULL
  )`;

/** As `wakeParked`, for every active webhook, up to `limit` deliveries of each. */
export async function wakeAllParked(limit: number, enqueue: Prisma.Sql, now: Date): Promise<number> {
  const [row] = await db().$queryRaw<{ woken: number }[]>`
    WITH ${BUSY}, parked AS (
      SELECT waiting.id FROM busy w CROSS JOIN LATERAL (${parkedSql(limit, now)}) waiting WHERE w.is_active
    ), ${wokenSql(now)}
    SELECT count(${enqueue})::int AS woken FROM delivery`;
  return row?.woken ?? 0;
}

/**
 * Parks pending deliveries that were due before `before` and that nobody has taken, at most `limit` of each webhook:
 * their jobs were lost, or still wait, which does no harm.
 */
export async function parkOverdue(before: Date, limit: number, now: Date): Promise<number> {
  return db().$executeRaw`
    WITH ${BUSY}
    UPDATE webhook_delivery SET next_retry_at = NULL WHERE id = ANY (ARRAY(
      SELECT overdue.id FROM busy w CROSS JOIN LATERAL (
        SELECT d.id FROM webhook_delivery d
        WHERE d.webhook_id = w.id AND d.status = 'pending' AND d.next_retry_at <= ${before}::timestamptz
          AND (d.claimed_until IS NULL OR d.claimed_until <= ${now}::timestamptz)
        LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) overdue
      WHERE w.is_active
    ))`;
}

/** Gives up what webhooks that are off got from changes that did not see it yet, at most `limit` of each. */
export async function failPendingOfInactive(limit: number, now: Date): Promise<number> {
  return db().$executeRaw`
    WITH ${BUSY}
    UPDATE webhook_delivery
    SET status = 'failed', failure_reason = 'webhook_disabled', next_retry_at = NULL, finished_at = ${now}::timestamptz
    WHERE id = ANY (ARRAY(
      SELECT late.id FROM busy w CROSS JOIN LATERAL (
        SELECT d.id FROM webhook_delivery d WHERE d.webhook_id = w.id AND d.status = 'pending'
        LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) late
      WHERE NOT w.is_active
    ))`;
}

/** Notes since when a webhook fails, or that it does no more. */
export async function setFailingSince(webhookId: string, failingSince: Date | null): Promise<void> {
  await db().webhook.updateMany({
    where: { id: webhookId, failingSince: failingSince === null ? { not: null } : null },
    data: { failingSince },
  });
}
