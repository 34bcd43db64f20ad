import type { Db } from "@/lib/platform/database";
import type { Webhook } from "@/lib/platform/rows";

/** The fields of a webhook that notices mention. */
export type Noticed = { id: string; workspaceId: string; name: string; url: string };

/** The slug of a workspace, for paths of the console. */
export async function findSlug(tx: Db, workspaceId: string): Promise<string> {
  const { slug } = await tx.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { slug: true },
  });
  return slug;
}

/**
 * Up to `limit` active webhooks without a success since `before` or longer; marks them as notified. Each series of
 * failures is returned once, whoever asks at the same time, and not at all if the transaction fails. Of a workspace that
 * is off, where nobody could be told, once it is back.
 */
export async function takeFailing(
  tx: Db,
  before: Date,
  limit: number,
  now: Date,
): Promise<(Noticed & { failingSince: Date })[]> {
  return tx.$queryRaw<(Noticed & { failingSince: Date })[]>`
    UPDATE webhook SET failing_told_at = ${now}::timestamptz WHERE id = ANY (ARRAY(
      SELECT id FROM webhook
      WHERE failing_since <= ${before}::timestamptz AND is_active
        AND (failing_told_at IS NULL OR failing_told_at < failing_since)
        AND EXISTS (SELECT 1 FROM workspace w WHERE w.id = webhook.workspace_id AND w.is_active)
      LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ))
    RETURNING id::text, workspace_id::text AS "workspaceId", name, url, failing_since AS "failingSince"`;
}

/**
 * Up to `limit` active webhooks that were marked as failing and have succeeded since; clears the mark. Each is returned
 * once, as above.
 */
export async function takeRecovered(tx: Db, limit: number): Promise<Noticed[]> {
  return tx.$queryRaw<Noticed[]>`
    UPDATE webhook SET failing_told_at = NULL WHERE id = ANY (ARRAY(
      SELECT id FROM webhook WHERE failing_told_at IS NOT NULL AND failing_since IS NULL AND is_active
      LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ))
    RETURNING id::text, workspace_id::text AS "workspaceId", name, url`;
}

/** A webhook whose owner may no longer see what it sends. */
export type Sending = Noticed &
  Pick<Webhook, "events" | "grantedEvents" | "ownerId" | "createdById" | "withheldToldAt">;

/**
 * Up to `limit` active webhooks in the order of their ids, after one of them. Not those of workspaces that are off, where
 * nobody may do anything and so nobody could be told.
 */
export async function listActiveAfter(tx: Db, after: string | null, limit: number): Promise<Sending[]> {
  return tx.webhook.findMany({
    where: {
      isActive: true,
      deletedAt: null,
      workspace: { isActive: true },
      ...(after === null ? {} : { id: { gt: after } }),
    },
    select: {
      id: true,
      workspaceId: true,
      name: true,
      url: true,
      events: true,
      grantedEvents: true,
      ownerId: true,
      createdById: true,
      withheldToldAt: true,
    },
    orderBy: { id: "asc" },
    take: limit,
  });
}

/**
 * Records that people were notified that webhooks hold events back, or no longer do.
 * @returns the webhooks whose record changed
 */
export async function markWithheld(
  tx: Db,
  ids: readonly string[],
  toldAt: Date | null,
): Promise<Set<string>> {
  const rows = await tx.webhook.updateManyAndReturn({
    where: { id: { in: [...ids] }, withheldToldAt: toldAt === null ? { not: null } : null },
    data: { withheldToldAt: toldAt },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}
