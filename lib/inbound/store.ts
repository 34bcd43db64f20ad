import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { beyond, type Slice } from "@/lib/http/paging";
import { BODY_PART_BYTES, CLAIMED_BODY_BYTES_MAX, PROCESS_ATTEMPTS_MAX } from "@/lib/inbound/limits";
import type { Reading } from "@/lib/inbound/provider";
import { type DeliveryStatus, retryInMs, type Verification } from "@/lib/inbound/rules";
import { sha256Hex } from "@/lib/platform/crypto";
import { type Db, db, escapeLike, Prisma, pool, runPrepared } from "@/lib/platform/database";

export type NewDelivery = Pick<Reading, "ignored" | "audience"> & {
  id: string;
  provider: string;
  externalId: string;
  event: string;
  subject: string | null;
  verification: Verification;
  headers: Record<string, string>;
  /** How large the body was. */
  bodyBytes: number;
  /** What is kept of it; null for nothing. */
  bytes: Buffer | null;
  /** Whether that is packed by gzip. */
  isPacked: boolean;
  /** What was read of a large body, as JSON; null where the job reads the body itself. */
  gist: string | null;
  showsBody: boolean;
};

const gunzipped = promisify<Uint8Array, Buffer>(gunzip);

/** When a new delivery is due: no clock can be before it. */
const NEW_DUE_AT = new Date(0);

const NOBODY = Prisma.sql`SELECT NULL::uuid AS workspace_id WHERE false`;

/**
 * Stores a delivery with its body where one is kept, shows it to the workspaces that it concerns and adds its job, in one
 * statement: all of it or nothing. The unique key (provider, external id) decides which of several copies is the first.
 * @param job an SQL expression that adds the job, or null where there is none to add
 * @returns false, with nothing stored, when the delivery is there already
 */
export async function insertDelivery(row: NewDelivery, job: Prisma.Sql | null, now: Date): Promise<boolean> {
  const body = row.bytes
    ? Prisma.sql`body AS (
        INSERT INTO inbound_body (delivery_id, bytes, is_packed, gist, received_at)
        SELECT id, ${row.bytes}::bytea, ${row.isPacked}::boolean, ${row.gist}::text, received_at FROM delivery
      ),`
    : Prisma.empty;
  const statement = Prisma.sql`
    WITH delivery AS (
      INSERT INTO inbound_delivery (id, provider, external_id, event, subject, verification, headers, body_bytes,
        shows_body, status, reason, due_at, received_at, touched_at)
      VALUES (${row.id}::uuid, ${row.provider}::text, ${row.externalId}::text, ${row.event}::text,
        ${row.subject}::text, ${row.verification}::text, ${JSON.stringify(row.headers)}::jsonb,
        ${row.bodyBytes}::int, ${row.showsBody}::boolean, ${row.ignored === null ? "pending" : "ignored"}::text,
        ${row.ignored}::text, ${row.ignored === null ? NEW_DUE_AT : null}::timestamptz, ${now}::timestamptz,
        ${now}::timestamptz)
      ON CONFLICT (provider, external_id) DO NOTHING
      RETURNING id, provider, received_at
    ), ${body} shown AS (
      INSERT INTO inbound_delivery_workspace (workspace_id, delivery_id, provider, received_at)
      SELECT DISTINCT a.workspace_id, delivery.id, delivery.provider, delivery.received_at
      FROM delivery, (${row.audience ?? NOBODY}) AS a
    )
    SELECT ${job ?? Prisma.sql`NULL::bigint`} AS job_id FROM delivery`;
  // A kind of delivery for each audience and job: each has a text of its own.
  const { text, values } = statement;
  const kind = sha256Hex(text).slice(0, 16);
  const rows = await runPrepared(`inbound.insert-delivery.${kind}`, { text, values });
  return rows.length === 1;
}

export type LockedDelivery = {
  id: string;
  provider: string;
  status: DeliveryStatus;
  /** False once it is erased. */
  hasBody: boolean;
};

/** A delivery, its row held until the transaction ends; null when there is none. */
export async function lockDelivery(tx: Db, id: string): Promise<LockedDelivery | null> {
  const [row] = await tx.$queryRaw<LockedDelivery[]>`
    SELECT d.id::text, d.provider, d.status, EXISTS (SELECT 1 FROM inbound_body b WHERE b.delivery_id = d.id) AS "hasBody"
    FROM inbound_delivery d WHERE d.id = ${id}::uuid FOR UPDATE`;
  return row ?? null;
}

/** A delivery that its job has to itself for a while. */
export type ClaimedDelivery = {
  id: string;
  provider: string;
  externalId: string;
  event: string;
  receivedAt: Date;
  /** With the one that begins now. */
  attempts: number;
  wasHandled: boolean;
  /** The body; null for one that is too large to be read along, or erased. */
  bytes: Buffer | null;
};

/** By how many attempts there were, the wait after the next one. */
const WAITS_MS = Array.from({ length: PROCESS_ATTEMPTS_MAX }, (_, before) => retryInMs(before + 1));

/**
 * Takes deliveries that are chosen by `which`, the first one due first. The attempt is counted now, because handling it may
 * end the process; a claim lasts longer the more there were, as the waits after failures do. A query of its own text, by
 * `name`.
 */
async function claim(name: string, which: Prisma.Sql, limit: number, ms: number): Promise<ClaimedDelivery[]> {
  const { text, values } = Prisma.sql`
    WITH due AS MATERIALIZED (
      SELECT id FROM inbound_delivery WHERE ${which} ORDER BY due_at, id LIMIT ${limit}::int
      FOR NO KEY UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE inbound_delivery d SET attempts = d.attempts + 1, due_at = now()
        + greatest(${ms}::float8, (${WAITS_MS}::float8[])[d.attempts + 1]) * interval '1 ms'
      FROM due WHERE d.id = due.id
      RETURNING d.id, d.provider, d.external_id, d.event, d.received_at, d.attempts, d.processed_at
    )
    SELECT c.id::text, c.provider, c.external_id AS "externalId", c.event, c.received_at AS "receivedAt", c.attempts,
      c.processed_at IS NOT NULL AS "wasHandled",
      CASE WHEN b.gist IS NULL AND NOT b.is_packed AND octet_length(b.bytes) <= ${CLAIMED_BODY_BYTES_MAX}::int
        THEN b.bytes END AS bytes
    FROM claimed c LEFT JOIN inbound_body b ON b.delivery_id = c.id ORDER BY c.id`;
  return (await runPrepared(`inbound.claim-${name}`, { text, values })) as ClaimedDelivery[];
}

/** Takes up to `limit` new deliveries, for so long. */
export async function claimNew(limit: number, ms: number): Promise<ClaimedDelivery[]> {
  return claim("new", Prisma.sql`due_at <= ${NEW_DUE_AT}::timestamptz`, limit, ms);
}

/**
 * Takes one delivery that is due once more, for so long: alone, because a delivery that ends the process must not use up
 * the attempts of others. Null if there is none.
 */
export async function claimTried(ms: number): Promise<ClaimedDelivery | null> {
  const which = Prisma.sql`due_at <= now() AND due_at > ${NEW_DUE_AT}::timestamptz
    AND attempts < ${PROCESS_ATTEMPTS_MAX}::int`;
  const [claimed] = await claim("tried", which, 1, ms);
  return claimed ?? null;
}

/** Claims one delivery that is waiting and unclaimed; null for any other. */
export async function claimDelivery(id: string, ms: number): Promise<ClaimedDelivery | null> {
  const waits = Prisma.sql`id = ${id}::uuid AND status IN ('pending', 'retrying')
    AND (due_at IS NULL OR due_at <= now()) AND attempts < ${PROCESS_ATTEMPTS_MAX}::int`;
  const [claimed] = await claim("one", waits, 1, ms);
  return claimed ?? null;
}

/** What was read of a large body when it came, as JSON; null where there is no such thing. */
export async function readGist(id: string): Promise<string | null> {
  const row = await db().inboundBody.findUnique({ where: { deliveryId: id }, select: { gist: true } });
  return row?.gist ?? null;
}

/** The whole body of a delivery; null once it is erased. Bytes come in parts, because the driver decodes each in one go. */
export async function readWholeBody(id: string): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  for (let start = 1; ; start += BODY_PART_BYTES) {
    const { rows } = await pool().query<{ isPacked: boolean; part: Buffer }>(
      `SELECT is_packed AS "isPacked", substring(bytes FROM $2 FOR $3) AS part FROM inbound_body WHERE delivery_id = $1`,
      [id, start, BODY_PART_BYTES],
    );
    const [row] = rows;
    if (!row) return null;
    parts.push(row.part);
    if (row.part.length < BODY_PART_BYTES) {
      const bytes = Buffer.concat(parts);
      return row.isPacked ? gunzipped(bytes) : bytes;
    }
  }
}

/**
 * Marks a delivery as done, and locks its row until the transaction ends.
 * @returns false for one that was done with meanwhile
 */
export async function markProcessed(tx: Db, id: string, now: Date): Promise<boolean> {
  const marked = await tx.$executeRaw`
    UPDATE inbound_delivery SET status = 'processed', last_error = NULL, due_at = NULL,
      processed_at = ${now}::timestamptz, touched_at = ${now}::timestamptz
    WHERE id = ${id}::uuid AND status NOT IN ('processed', 'ignored')`;
  return marked === 1;
}

/**
 * Says of a delivery why it could not be handled; one that was done with meanwhile stays so.
 * @param waitMs after how long it is tried again; null for never
 */
export async function recordFailure(
  id: string,
  lastError: string,
  waitMs: number | null,
  now: Date,
): Promise<void> {
  await db().$executeRaw`
    UPDATE inbound_delivery SET last_error = ${lastError}::text,
      status = ${waitMs === null ? "failed" : "retrying"}::text,
      due_at = now() + ${waitMs}::float8 * interval '1 ms', touched_at = ${now}::timestamptz
    WHERE id = ${id}::uuid AND status NOT IN ('processed', 'ignored')`;
}

/**
 * Gives deliveries up that are due but have no attempts left: the process ended during the last one.
 * @returns those given up by this call
 */
export async function giveUpLost(lastError: string, now: Date): Promise<{ id: string; provider: string }[]> {
  return db().$queryRaw`
    UPDATE inbound_delivery SET status = 'failed', last_error = ${lastError}::text, due_at = NULL,
      touched_at = ${now}::timestamptz
    WHERE due_at <= now() AND attempts >= ${PROCESS_ATTEMPTS_MAX}::int
    RETURNING id::text, provider`;
}

/** Lets a delivery be handled once more. */
export async function markPending(tx: Db, id: string, now: Date): Promise<DeliveryRow> {
  return tx.inboundDelivery.update({
    where: { id },
    data: { status: "pending", attempts: 0, lastError: null, dueAt: NEW_DUE_AT, touchedAt: now },
  });
}

export type DeliveryRow = Prisma.InboundDeliveryGetPayload<object>;

export type DeliveryFilters = {
  provider: string | undefined;
  status: DeliveryStatus | undefined;
  event: string | undefined;
  since: Date | undefined;
};

/** A page of the deliveries that concern the scope's workspace, newest first. */
export async function listDeliveryRows(
  scope: WorkspaceScope,
  { provider, status, event, since }: DeliveryFilters,
  { limit, after }: Slice,
): Promise<DeliveryRow[]> {
  const rows = await db().inboundDeliveryWorkspace.findMany({
    where: {
      workspaceId: scope.workspaceId,
      ...(provider ? { provider } : {}),
      ...(since ? { receivedAt: { gte: since } } : {}),
      ...(status || event
        ? {
            delivery: {
              ...(status ? { status } : {}),
              // `pull_request` finds `pull_request.opened` too, and not `pull_request_review`.
              ...(event ? { OR: [{ event }, { event: { startsWith: `${escapeLike(event)}.` } }] } : {}),
            },
          }
        : {}),
      AND: beyond(after, "desc", ["receivedAt", "deliveryId"]),
    },
    include: { delivery: true },
    orderBy: [{ receivedAt: "desc" }, { deliveryId: "desc" }],
    take: limit,
  });
  return rows.map((row) => row.delivery);
}

/** One delivery that concerns the scope's workspace; null for any other. */
export async function findDelivery(tx: Db, scope: WorkspaceScope, id: string): Promise<DeliveryRow | null> {
  return tx.inboundDelivery.findFirst({
    where: { id, workspaces: { some: { workspaceId: scope.workspaceId } } },
  });
}

/** The beginning of a body that everyone whom its delivery concerns may see; null for any other and once it is erased. */
export async function readBody(
  scope: WorkspaceScope,
  id: string,
  bytesMax: number,
): Promise<Uint8Array | null> {
  const [row] = await db().$queryRaw<{ bytes: Uint8Array; isPacked: boolean }[]>`
    SELECT CASE WHEN b.is_packed THEN b.bytes ELSE substring(b.bytes FOR ${bytesMax}::int) END AS bytes,
      b.is_packed AS "isPacked"
    FROM inbound_body b
    JOIN inbound_delivery d ON d.id = b.delivery_id AND d.shows_body
    JOIN inbound_delivery_workspace w ON w.delivery_id = d.id AND w.workspace_id = ${scope.workspaceId}::uuid
    WHERE b.delivery_id = ${id}::uuid`;
  if (!row) return null;
  return row.isPacked ? (await gunzipped(row.bytes)).subarray(0, bytesMax) : row.bytes;
}

export type ProviderFacts = {
  provider: string;
  lastReceivedAt: Date;
  received: number;
  failed: number;
};

/**
 * When each provider last sent something for the scope's workspace since a time, and how much of it came since
 * `countedFrom`; providers without any are left out.
 */
export async function countByProvider(
  scope: WorkspaceScope,
  since: Date,
  countedFrom: Date,
): Promise<ProviderFacts[]> {
  return db().$queryRaw<ProviderFacts[]>`
    SELECT w.provider, max(w.received_at) AS "lastReceivedAt",
           count(d.id)::int AS received,
           count(*) FILTER (WHERE d.status IN ('failed', 'retrying'))::int AS failed
    FROM inbound_delivery_workspace w
    LEFT JOIN inbound_delivery d ON d.id = w.delivery_id AND w.received_at >= ${countedFrom}::timestamptz
    WHERE w.workspace_id = ${scope.workspaceId}::uuid AND w.received_at >= ${since}::timestamptz
    GROUP BY w.provider`;
}

/** Erases up to `limit` bodies that came before a time. @returns how many */
export async function eraseBodies(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM inbound_body WHERE delivery_id = ANY (ARRAY(
      SELECT delivery_id FROM inbound_body WHERE received_at < ${before}::timestamptz
      ORDER BY received_at LIMIT ${limit}))`;
}

/** Forgets up to `limit` deliveries that came before a time. @returns how many */
export async function deleteDeliveries(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM inbound_delivery WHERE id = ANY (ARRAY(
      SELECT id FROM inbound_delivery WHERE received_at < ${before}::timestamptz
      ORDER BY received_at LIMIT ${limit}))`;
}
