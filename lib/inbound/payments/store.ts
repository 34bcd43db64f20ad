import { type Db, Prisma } from "@/lib/platform/database";

type Row = {
  id: string;
  workspaceId: string;
  planId: string;
  status: string;
  isLive: boolean;
  eventAt: Date;
  eventRank: number;
};

/**
 * Notes what the newest event about a subscription says, in one statement. Older ones that come late change nothing.
 * @returns whether it was the newest; false too where there is no such workspace or plan
 */
export async function upsertSubscription(tx: Db, row: Row): Promise<boolean> {
  const count = await tx.$executeRaw`
    INSERT INTO payment_subscription AS s (id, workspace_id, plan_id, status, is_live, event_at, event_rank)
    SELECT ${row.id}, w.id, p.id, ${row.status}, ${row.isLive}, ${row.eventAt}::timestamptz, ${row.eventRank}::int
    FROM workspace w, plan p WHERE w.id = ${row.workspaceId}::uuid AND p.id = ${row.planId}
    ON CONFLICT (id) DO UPDATE SET plan_id = excluded.plan_id, status = excluded.status, is_live = excluded.is_live,
      event_at = excluded.event_at, event_rank = excluded.event_rank
    WHERE s.workspace_id = excluded.workspace_id
      AND (s.event_at, s.event_rank) <= (excluded.event_at, excluded.event_rank)`;
  return count === 1;
}

/**
 * Notes that a subscription ended, whatever it was for. Older words than the newest change nothing.
 * @returns whether it was known, and this was the newest
 */
export async function endSubscription(
  tx: Db,
  { id, workspaceId, status, eventAt, eventRank }: Omit<Row, "planId" | "isLive">,
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE payment_subscription SET status = ${status}, is_live = false, event_at = ${eventAt}::timestamptz,
      event_rank = ${eventRank}::int
    WHERE id = ${id} AND workspace_id = ${workspaceId}::uuid
      AND (event_at, event_rank) <= (${eventAt}::timestamptz, ${eventRank}::int)`;
  return count === 1;
}

/** The workspace that a subscription was first said to be for, which it stays; null for one that is not known. */
export async function findSubscriber(tx: Db, id: string): Promise<string | null> {
  const row = await tx.paymentSubscription.findUnique({ where: { id }, select: { workspaceId: true } });
  return row?.workspaceId ?? null;
}

/** The largest plan that a workspace pays for now; null where it pays for none. */
export async function findPaidPlan(tx: Db, workspaceId: string): Promise<string | null> {
  const found = await tx.paymentSubscription.findFirst({
    where: { workspaceId, isLive: true },
    orderBy: { plan: { rank: "desc" } },
    select: { planId: true },
  });
  return found?.planId ?? null;
}

/** Whether there is such a plan. */
export async function planExists(tx: Db, planId: string): Promise<boolean> {
  return (await tx.plan.count({ where: { id: planId } })) > 0;
}

/** The workspace that an event about a subscription concerns: the one that it is for, else the one that the event names. */
export function subscriberAudience(subscriptionId: string, named: string | null): Prisma.Sql {
  return Prisma.sql`
    SELECT id AS workspace_id FROM workspace WHERE id = coalesce(
      (SELECT workspace_id FROM payment_subscription WHERE id = ${subscriptionId}), ${named}::uuid)`;
}
