import { permissionsSql } from "@/lib/access/store";
import { workerId } from "@/lib/jobs/heartbeat";
import { db, Prisma, runPrepared } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { EVENT_PERMISSIONS } from "@/lib/webhooks/authority/rules";
import { PERMISSION_OF_EVENT } from "@/lib/webhooks/catalog";
import { SLOTS_INITIAL, SLOTS_MAX, SLOTS_MIN, SLOW_ANSWER_MS_MIN } from "@/lib/webhooks/limits";
import { type Pace, shareOf } from "@/lib/webhooks/rules";
import { batched } from "@/lib/webhooks/sending/batched";
import { hasDeferredSql } from "@/lib/webhooks/sending/deferred";
import { BUSY } from "@/lib/webhooks/sending/fair-turns";

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
  /** Whether the webhook's owner may see the event's content now. */
  isPermitted: boolean;
};

export type Claim = { id: string; round: number; claimedUntil: Date; now: Date };

/** The result of a claim: the claimed delivery; `no_place`; or null if it is not due or does not exist. */
export type ClaimResult = (ClaimedDelivery & { slots: number }) | "no_place" | null;

const OWNER_PERMISSIONS = permissionsSql(
  Prisma.sql`w.workspace_id`,
  Prisma.sql`COALESCE(w.owner_id, w.created_by_id)`,
  EVENT_PERMISSIONS,
);

/**
 * Claims due deliveries until `claimedUntil`, with everything their requests need, each with a lease on a slot of its
 * webhook. Null for one that is not due, not pending, claimed by someone else, of another round, or of a webhook that
 * is switched off; `no_place` if all slots are in use, or all places that its workspace or slow webhooks may take. The
 * same statement checks what the webhook's owner may see, once per webhook.
 */
async function claimAll(claims: Claim[]): Promise<ClaimResult[]> {
  const rows = await runPrepared<
    ClaimedDelivery & { id: string; round: number; isClaimed: boolean; slots: number }
  >(
    "webhooks.claim",
    Prisma.sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM claim_deliveries(${JSON.stringify(claims)}::jsonb, ${workerId()},
        ${shareOf(env().WORKER_PLACES)}::int, ${SLOTS_INITIAL}::int,
        make_interval(secs => ${SLOW_ANSWER_MS_MIN / 1000}))
    -- One by one: the planner takes few for many, and would read the whole log to join them with it.
    ), found AS MATERIALIZED (
      SELECT given.is_claimed, given.slots, d.* FROM given CROSS JOIN LATERAL (
        SELECT id, webhook_id, round, event_id, event_type, body, attempt_number, round_attempts
        FROM webhook_delivery WHERE id = given.id OFFSET 0) d
    ), sender AS MATERIALIZED (
      SELECT w.id, w.url, w.secret_encrypted, w.headers_encrypted, w.failing_since,
        ${OWNER_PERMISSIONS} AS permissions
      FROM webhook w WHERE w.id = ANY (ARRAY(SELECT webhook_id FROM found WHERE is_claimed))
    )
    SELECT d.id::text, d.round, d.is_claimed AS "isClaimed", d.slots, d.event_id::text AS "eventId",
      d.event_type AS "eventType", d.body, d.attempt_number AS "attemptNumber", d.round_attempts AS "roundAttempts",
      sender.url, sender.secret_encrypted AS "secretEncrypted", sender.headers_encrypted AS "headersEncrypted",
      sender.failing_since AS "failingSince",
      COALESCE((${JSON.stringify(PERMISSION_OF_EVENT)}::jsonb ->> d.event_type) = ANY (sender.permissions), false)
        AS "isPermitted"
    FROM found d LEFT JOIN sender ON sender.id = d.webhook_id`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return claims.map(({ id, round }) => {
    const found = byId.get(id);
    if (!found || found.round !== round) return null;
    // Of two jobs for one delivery, only the first gets it.
    byId.delete(id);
    return found.isClaimed ? found : "no_place";
  });
}

/** Like `claimAll`, for one; simultaneous claims share a statement. */
export const claimDelivery = batched(claimAll);

export type DeliveryState = {
  nextRetryAt: Date | null;
  claimedUntil: Date | null;
  roundAttempts: number;
  isErased: boolean;
  webhook: { isActive: boolean };
};

/**
 * Gives a claimed delivery up unsent, because its webhook's owner may not see its content. It can be recovered once
 * somebody who may has taken over the webhook.
 */
export async function refuseDelivery(id: string, claimedUntil: Date, now: Date): Promise<void> {
  await db().$executeRaw`
    WITH refused AS (
      UPDATE webhook_delivery SET status = 'failed', failure_reason = 'not_permitted', next_retry_at = NULL,
        claimed_until = NULL, finished_at = ${now}::timestamptz
      WHERE id = ${id}::uuid AND claimed_until = ${claimedUntil}::timestamptz AND status = 'pending'
    )
    DELETE FROM webhook_lease WHERE delivery_id = ${id}::uuid AND expires_at = ${claimedUntil}::timestamptz`;
}

/**
 * Makes a delivery due now whose first attempt has not been made. It was due from the start, by the clock of the
 * process that created it: if that clock is ahead of ours, or ours was set back since, it would wait that much longer.
 */
export async function bringForward(id: string, round: number, now: Date): Promise<void> {
  await db().webhookDelivery.updateMany({
    where: { id, round, status: "pending", roundAttempts: 0, claimedUntil: null, nextRetryAt: { gt: now } },
    data: { nextRetryAt: now },
  });
}

/** The state of a pending delivery of this round; null if it has ended or is of another round. */
export async function findPending(id: string, round: number): Promise<DeliveryState | null> {
  return db().webhookDelivery.findFirst({
    where: { id, round, status: "pending" },
    select: {
      nextRetryAt: true,
      claimedUntil: true,
      roundAttempts: true,
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

type AttemptRecord = { id: string; webhookId: string; claimedUntil: Date; pace: Pace; result: AttemptResult };

/**
 * Records attempts and what follows for their deliveries, if the claim is still the one that an attempt was made under.
 * A delivery that was given up in the meantime stays so, unless the attempt succeeded. Their slots are freed, and how
 * much their webhooks can take at once is judged again.
 * @returns for each, whether it was recorded, and whether its webhook has deferred deliveries
 */
async function recordAll(records: AttemptRecord[]): Promise<{ isMine: boolean; hasDeferred: boolean }[]> {
  const sent = records.map(({ id, webhookId, claimedUntil, pace, result }) => ({
    id,
    webhookId,
    claimedUntil,
    slots: pace.slots,
    isSlow: pace.isSlow,
    ...result,
  }));
  const rows = await runPrepared<{ id: string; isMine: boolean; hasDeferred: boolean }>(
    "webhooks.record",
    Prisma.sql`
    WITH result AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) AS result (
        id uuid, "webhookId" uuid, "claimedUntil" timestamptz, slots text, "isSlow" boolean, number int,
        "roundAttempts" int, status text, "failureReason" text, "nextRetryAt" timestamptz, "finishedAt" timestamptz,
        url text, signature text, "webhookSignature" text, "statusCode" int, "responseHeaders" jsonb,
        "responseBody" text, error text, "durationMs" int, "startedAt" timestamptz)
    ), mine AS (
      UPDATE webhook_delivery d SET
        claimed_until = NULL, attempt_number = result.number, round_attempts = result."roundAttempts",
        status = CASE WHEN d.status = 'pending' OR result.status = 'success' THEN result.status ELSE d.status END,
        failure_reason = CASE WHEN d.status = 'pending' OR result.status = 'success' THEN result."failureReason"
          ELSE d.failure_reason END,
        next_retry_at = CASE WHEN d.status = 'pending' THEN result."nextRetryAt" END,
        finished_at = CASE WHEN result.status = 'pending' AND d.status = 'pending' THEN NULL
          ELSE result."finishedAt" END
      -- By an array, as claims are: to join a list of unknown length the planner may read the whole log.
      FROM result WHERE d.id = ANY (ARRAY(SELECT id FROM result)) AND d.id = result.id
        AND d.claimed_until = result."claimedUntil"
      RETURNING d.id
    ), freed AS (
      DELETE FROM webhook_lease l USING result
      WHERE l.delivery_id = result.id AND l.expires_at = result."claimedUntil"
    ), judged AS (
      SELECT result."webhookId" AS webhook_id, COALESCE(max(p.slots), ${SLOTS_INITIAL}::int) AS slots,
        COALESCE(bool_or(p.is_slow), false) AS is_slow,
        LEAST(${SLOTS_MAX}::int, count(*) FILTER (WHERE result.slots = 'gained') + GREATEST(${SLOTS_MIN}::int,
          COALESCE(max(p.slots), ${SLOTS_INITIAL}::int) >> LEAST(8, count(*) FILTER (WHERE result.slots = 'halved'))::int
        ))::int AS new_slots,
        COALESCE((array_agg(result."isSlow" ORDER BY result."finishedAt" DESC)
          FILTER (WHERE result."isSlow" IS NOT NULL))[1], bool_or(p.is_slow), false) AS new_is_slow
      FROM result LEFT JOIN webhook_pace p ON p.webhook_id = result."webhookId" GROUP BY 1
    ), paced AS (
      INSERT INTO webhook_pace AS p (webhook_id, slots, is_slow)
      SELECT judged.webhook_id, new_slots, new_is_slow FROM judged JOIN webhook w ON w.id = judged.webhook_id
      WHERE (new_slots, new_is_slow) IS DISTINCT FROM (slots, judged.is_slow)
      -- In one order, so that two workers can't wait for each other.
      ORDER BY judged.webhook_id
      ON CONFLICT (webhook_id) DO UPDATE SET slots = EXCLUDED.slots, is_slow = EXCLUDED.is_slow
    ), written AS (
      INSERT INTO webhook_attempt (delivery_id, number, url, signature, webhook_signature, status_code,
        response_headers, response_body, error, duration_ms, started_at)
      SELECT id, number, url, signature, "webhookSignature", "statusCode",
        NULLIF("responseHeaders", 'null'::jsonb), "responseBody", error, "durationMs", "startedAt"
      FROM result WHERE id IN (SELECT id FROM mine)
    )
    SELECT result.id::text, result.id IN (SELECT id FROM mine) AS "isMine",
      ${hasDeferredSql(Prisma.sql`result."webhookId"`, Prisma.sql`AND d.id <> ALL (ARRAY(SELECT id FROM result))`)}
        AS "hasDeferred"
    FROM result`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return records.map(({ id }) => byId.get(id) ?? { isMine: false, hasDeferred: false });
}

/** Like `recordAll`, for one; simultaneous records share a statement. */
export const recordAttempt = batched(recordAll);

async function deferAll(deferred: { id: string; round: number; now: Date }[]): Promise<boolean[]> {
  const rows = await runPrepared<{ id: string; round: number }>(
    "webhooks.park",
    Prisma.sql`
    WITH deferred AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(deferred)}::jsonb) AS given (id uuid, round int, now timestamptz)
    )
    UPDATE webhook_delivery d SET next_retry_at = NULL FROM deferred
    WHERE d.id = ANY (ARRAY(SELECT id FROM deferred)) AND d.id = deferred.id
      AND d.round = deferred.round
      -- COALESCE, because the planner may read all that is pending where it is free to.
      AND COALESCE(d.status, '') = 'pending'
      -- One that was never tried is due, though whoever brought it about has a clock ahead of ours.
      AND (d.next_retry_at <= deferred.now OR d.round_attempts = 0)
      AND (d.claimed_until IS NULL OR d.claimed_until <= deferred.now)
    RETURNING d.id::text, d.round`,
  );
  return deferred.map(({ id, round }) => rows.some((row) => row.id === id && row.round === round));
}

/**
 * Defers a due delivery until there is a slot: it has no job until it is woken. Simultaneous calls share a statement.
 * False if it is not due, not pending, or claimed.
 */
export const deferDelivery = batched(deferAll);

/**
 * Defers pending deliveries that were due before `before` and are not claimed, at most `limit` per webhook: their jobs
 * were lost, or are still waiting, which does no harm.
 */
export async function deferOverdue(before: Date, limit: number, now: Date): Promise<number> {
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

/** Deletes expired leases: the results of their requests were never saved. */
export async function deleteExpiredLeases(now: Date): Promise<void> {
  await db().webhookLease.deleteMany({ where: { expiresAt: { lt: now } } });
}

/**
 * Gives up deliveries of webhooks that were switched off while a change that had not seen it added more; at most
 * `limit` per webhook.
 */
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

/** Records since when a webhook has been failing at an address, or that it no longer is, unless it was moved since. */
export async function setFailingSince(
  { webhookId, url }: { webhookId: string; url: string },
  failingSince: Date | null,
): Promise<void> {
  await db().webhook.updateMany({
    where: { id: webhookId, url, failingSince: failingSince === null ? { not: null } : null },
    data: { failingSince },
  });
}
