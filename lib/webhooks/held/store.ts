import type { Slice } from "@/lib/http/paging";
import { type Db, db, Prisma } from "@/lib/platform/database";
import type { Webhook, WebhookHeldEvent } from "@/lib/platform/rows";
import { HELD_EVENTS_MAX, LISTED_PAYLOAD_CHARS_MAX } from "@/lib/webhooks/limits";

/** A drop row for each webhook of `gone` (webhook_id), which lists one row per event that was given up. */
const noteDrops = (now: Date) => Prisma.sql`
  INSERT INTO webhook_held_drop (id, webhook_id, events, created_at)
  SELECT gen_random_uuid(), webhook_id, count(*), ${now}::timestamptz FROM gone GROUP BY webhook_id`;

/**
 * Drops a webhook's held events beyond HELD_EVENTS_MAX, oldest first, and counts them; for each webhook of `webhooks`
 * (id). Rows that another transaction is dropping or sending are left to it, so nobody waits.
 */
async function dropOldestOf(tx: Db, webhooks: Prisma.Sql, now: Date): Promise<void> {
  // Materialized, so that the edge is looked for once for each webhook. Where statistics expect few held events, it
  // would be looked for once for each event.
  await tx.$executeRaw`
    WITH ${webhooks}, surplus AS MATERIALIZED (
      SELECT w.id, edge.created_at, edge.event_id FROM holding w CROSS JOIN LATERAL (
        SELECT h.created_at, h.event_id FROM webhook_held_event h WHERE h.webhook_id = w.id
        ORDER BY h.created_at DESC, h.event_id DESC OFFSET ${HELD_EVENTS_MAX} LIMIT 1
      ) edge
    ), old AS (
      SELECT h.webhook_id, h.event_id FROM surplus s JOIN webhook_held_event h
        ON h.webhook_id = s.id AND (h.created_at, h.event_id) <= (s.created_at, s.event_id)
      FOR UPDATE OF h SKIP LOCKED
    ), gone AS (
      DELETE FROM webhook_held_event h USING old
      WHERE h.webhook_id = old.webhook_id AND h.event_id = old.event_id RETURNING h.webhook_id
    )
    ${noteDrops(now)}`;
}

/** Drops the held events that webhooks of these workspaces have beyond the limit, as `dropOldestOf` does. */
export async function dropOldest(tx: Db, workspaceIds: readonly string[], now: Date): Promise<void> {
  const holding = Prisma.sql`holding AS (
    SELECT id FROM webhook WHERE workspace_id = ANY (${[...workspaceIds]}::uuid[]) AND deleted_at IS NULL)`;
  await dropOldestOf(tx, holding, now);
}

/** The same for one webhook. The caller holds its row. */
export async function dropSurplusOf(tx: Db, webhookId: string, now: Date): Promise<void> {
  await dropOldestOf(tx, Prisma.sql`holding AS (SELECT ${webhookId}::uuid AS id)`, now);
}

/** The same for all webhooks with held events, found by one index look-up each. */
export async function dropOldestOfAll(now: Date): Promise<void> {
  const next = (after: Prisma.Sql) => Prisma.sql`(
    SELECT h.webhook_id FROM webhook_held_event h WHERE ${after} ORDER BY h.webhook_id LIMIT 1)`;
  const holding = Prisma.sql`RECURSIVE each_one AS (
      SELECT ${next(Prisma.sql`true`)} AS id
      UNION ALL SELECT ${next(Prisma.sql`h.webhook_id > each_one.id`)} FROM each_one WHERE each_one.id IS NOT NULL
    ), holding AS (SELECT id FROM each_one WHERE id IS NOT NULL)`;
  await dropOldestOf(db(), holding, now);
}

/**
 * Drops up to `limit` held events older than `before`, oldest first, and counts them.
 * @returns how many
 */
export async function dropExpired(before: Date, limit: number, now: Date): Promise<number> {
  const [row] = await db().$queryRaw<{ gone: number }[]>`
    WITH old AS (
      SELECT webhook_id, event_id FROM webhook_held_event WHERE created_at < ${before}::timestamptz
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM webhook_held_event h USING old
      WHERE h.webhook_id = old.webhook_id AND h.event_id = old.event_id RETURNING h.webhook_id
    ), noted AS (${noteDrops(now)})
    SELECT count(*)::int AS gone FROM gone`;
  return row?.gone ?? 0;
}

/**
 * Merges several drop counts into one row, for up to `limit` webhooks.
 * @returns for how many
 */
export async function sumUpDrops(limit: number, now: Date): Promise<number> {
  return db().$executeRaw`
    WITH many AS (
      SELECT webhook_id FROM webhook_held_drop GROUP BY webhook_id HAVING count(*) > 1 LIMIT ${limit}
    ), gone AS (
      DELETE FROM webhook_held_drop WHERE id = ANY (ARRAY(
        SELECT d.id FROM webhook_held_drop d JOIN many ON many.webhook_id = d.webhook_id FOR UPDATE OF d SKIP LOCKED
      ))
      RETURNING webhook_id, events
    )
    INSERT INTO webhook_held_drop (id, webhook_id, events, created_at)
    SELECT gen_random_uuid(), webhook_id, sum(events), ${now}::timestamptz FROM gone GROUP BY webhook_id`;
}

/** Deletes up to `limit` held events of deleted webhooks. @returns how many there were */
export async function deleteOrphanedHeld(limit: number): Promise<number> {
  return db().$executeRaw`
    WITH old AS MATERIALIZED (
      SELECT h.webhook_id, h.event_id FROM webhook w JOIN webhook_held_event h ON h.webhook_id = w.id
      WHERE w.deleted_at IS NOT NULL LIMIT ${limit}
    )
    DELETE FROM webhook_held_event h USING old WHERE h.webhook_id = old.webhook_id AND h.event_id = old.event_id`;
}

export type Held = { count: number; dropped: number; oldestAt: Date | null };

/** How many events each webhook holds; counts up to `max`, from the index only. */
export async function findHeld(webhookIds: readonly string[], max: number): Promise<Map<string, Held>> {
  if (webhookIds.length === 0) return new Map();
  const rows = await db().$queryRaw<(Held & { id: string })[]>`
    SELECT given.id::text,
      (SELECT count(*)::int FROM (
        SELECT 1 FROM webhook_held_event WHERE webhook_id = given.id LIMIT ${max}) held) AS count,
      (SELECT COALESCE(sum(events), 0)::int FROM webhook_held_drop WHERE webhook_id = given.id) AS dropped,
      (SELECT created_at FROM webhook_held_event WHERE webhook_id = given.id
        ORDER BY created_at, event_id LIMIT 1) AS "oldestAt"
    FROM unnest(${[...webhookIds]}::uuid[]) AS given (id)`;
  return new Map(rows.map(({ id, ...held }) => [id, held]));
}

export type HeldRow = Omit<WebhookHeldEvent, "body"> & { body: string | null };

const COLUMNS = Prisma.sql`webhook_id::text AS "webhookId", event_id::text AS "eventId", event_type AS "eventType",
  created_at AS "createdAt"`;

/** A page of the events that a webhook holds, newest first. The webhook must be the workspace's. */
export async function listHeldRows(
  webhook: Webhook,
  { eventType, since }: { eventType?: string | undefined; since?: Date | undefined },
  { limit, after }: Slice,
): Promise<HeldRow[]> {
  const where = [
    Prisma.sql`webhook_id = ${webhook.id}::uuid`,
    ...(eventType ? [Prisma.sql`event_type = ${eventType}`] : []),
    ...(since ? [Prisma.sql`created_at >= ${since}::timestamptz`] : []),
    ...(after ? [Prisma.sql`(created_at, event_id) < (${after.at}::timestamptz, ${after.id}::uuid)`] : []),
  ];
  return db().$queryRaw<HeldRow[]>`
    SELECT ${COLUMNS}, CASE WHEN length(body) <= ${LISTED_PAYLOAD_CHARS_MAX} THEN body END AS body
    FROM webhook_held_event WHERE ${Prisma.join(where, " AND ")}
    ORDER BY created_at DESC, event_id DESC LIMIT ${limit}`;
}

/** One event that a webhook holds, with its whole body; null for that of another. */
export async function findHeldEvent(webhook: Webhook, eventId: string): Promise<HeldRow | null> {
  return db().webhookHeldEvent.findUnique({
    where: { webhookId_eventId: { webhookId: webhook.id, eventId } },
  });
}

export type Span = { since: Date; until: Date };

const within = (webhookId: string, { since, until }: Span, types: readonly string[]) => Prisma.sql`
  webhook_id = ${webhookId}::uuid AND event_type = ANY (${[...types]}::text[])
  AND created_at >= ${since}::timestamptz AND created_at <= ${until}::timestamptz`;

/** How many events of a period, and of these types, a webhook holds. */
export async function countHeld(
  tx: Db,
  webhookId: string,
  span: Span,
  types: readonly string[],
): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM webhook_held_event WHERE ${within(webhookId, span, types)}`;
  return row?.count ?? 0;
}

/**
 * Whether a webhook may be sent anything; it stays locked until the transaction ends. Held events become deliveries
 * only under this lock, so that none does while the webhook is being switched off.
 */
export async function lockActive(tx: Db, webhookId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM webhook WHERE id = ${webhookId}::uuid AND is_active FOR NO KEY UPDATE`;
  return rows.length > 0;
}

/**
 * Turns up to `limit` held events of a period, and of these types, into deliveries, oldest first: deferred, to be woken as
 * slots become free. Each one is moved, so that it never becomes two deliveries, whoever else asks at the same time. They
 * keep the time at which they happened.
 * @returns how many there were
 */
export async function releaseHeld(
  tx: Db,
  webhookId: string,
  span: Span,
  types: readonly string[],
  limit: number,
): Promise<number> {
  return tx.$executeRaw`
    WITH old AS MATERIALIZED (
      SELECT webhook_id, event_id FROM webhook_held_event WHERE ${within(webhookId, span, types)}
      ORDER BY created_at, event_id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), held AS (
      DELETE FROM webhook_held_event h USING old WHERE h.webhook_id = old.webhook_id AND h.event_id = old.event_id
      RETURNING h.webhook_id, h.event_id, h.event_type, h.body, h.created_at
    )
    INSERT INTO webhook_delivery (id, webhook_id, event_id, event_type, body, created_at)
    SELECT gen_random_uuid(), webhook_id, event_id, event_type, body, created_at FROM held
    ORDER BY created_at, event_id`;
}

/**
 * Deletes all of a webhook's held events, and the count of dropped ones.
 * @returns how many events there were
 */
export async function discardHeldOf(tx: Db, webhook: Webhook): Promise<number> {
  await tx.webhookHeldDrop.deleteMany({ where: { webhookId: webhook.id } });
  return tx.$executeRaw`
    WITH old AS MATERIALIZED (
      SELECT webhook_id, event_id FROM webhook_held_event WHERE webhook_id = ${webhook.id}::uuid FOR UPDATE SKIP LOCKED
    )
    DELETE FROM webhook_held_event h USING old WHERE h.webhook_id = old.webhook_id AND h.event_id = old.event_id`;
}
