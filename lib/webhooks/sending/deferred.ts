import { Prisma } from "@/lib/platform/database";

/**
 * SQL for whether a webhook has deferred deliveries: pending ones that wait for a slot and have no job. Uses LIMIT,
 * because for EXISTS the planner may collect everything that is deferred anywhere.
 * @param webhookId an expression for the webhook's id
 * @param and further conditions on the delivery `d`
 */
export function hasDeferredSql(webhookId: Prisma.Sql, and = Prisma.empty): Prisma.Sql {
  return Prisma.sql`COALESCE((
    SELECT true FROM webhook_delivery d
    WHERE d.webhook_id = ${webhookId} AND d.status = 'pending' AND d.next_retry_at IS NULL ${and} LIMIT 1), false)`;
}
