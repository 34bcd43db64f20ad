import { Prisma } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { SLOTS_INITIAL, SLOW_ANSWER_MS_MIN } from "@/lib/webhooks/limits";
import { shareOf } from "@/lib/webhooks/rules";
import { BUSY_STEPS } from "@/lib/webhooks/sending/busy-steps";

/*
 * How deliveries are chosen fairly: from every webhook as many as it has free slots, taking turns between webhooks, and
 * within the places that a workspace, and all slow webhooks together, may take.
 */

/**
 * The webhooks that have anything to send, as the CTE `busy (id)`. Updates use arrays of ids, never a join: the planner
 * would overestimate and read the whole log.
 */
export const BUSY = Prisma.sql`
  RECURSIVE ${Prisma.raw(BUSY_STEPS)}, busy AS MATERIALIZED (
    SELECT step.id, (SELECT w.is_active FROM webhook w WHERE w.id = step.id) AS is_active
    FROM step WHERE step.id IS NOT NULL
  )`;

/**
 * The CTEs `busy`, `held` (requests in progress: whose they are, and whether they take long) and `waiting`: the active
 * webhooks with something to send that meet a condition, with their workspaces, whether they are slow, and their free
 * slots.
 * @param condition on `busy.id`
 */
export function waitingSql(condition: Prisma.Sql, now: Date): Prisma.Sql {
  const slowBefore = new Date(now.getTime() - SLOW_ANSWER_MS_MIN);
  return Prisma.sql`${BUSY}, held AS MATERIALIZED (
      SELECT webhook_id, workspace_id, is_slow OR taken_at < ${slowBefore}::timestamptz AS is_slow
      FROM webhook_lease WHERE expires_at > ${now}::timestamptz
    ), waiting AS MATERIALIZED (
      SELECT busy.id, w.workspace_id,
        COALESCE(p.is_slow, false) OR EXISTS (SELECT FROM held WHERE held.webhook_id = busy.id AND held.is_slow) AS is_slow,
        COALESCE(p.slots, ${SLOTS_INITIAL}::int) - (SELECT count(*) FROM held WHERE held.webhook_id = busy.id) AS free
      FROM busy CROSS JOIN LATERAL (SELECT workspace_id FROM webhook WHERE id = busy.id OFFSET 0) w
        LEFT JOIN LATERAL (SELECT slots, is_slow FROM webhook_pace WHERE webhook_id = busy.id OFFSET 0) p ON true
      WHERE busy.is_active AND ${condition}
    )`;
}

/**
 * The CTE `fair`: the deliveries of `candidate` (with `workspace_id`, `is_slow`, and `turn`, their place among those of
 * their webhook) that meet a condition and have a place.
 */
export function fairSql(condition: Prisma.Sql): Prisma.Sql {
  const share = shareOf(env().WORKER_PLACES);
  return Prisma.sql`ranked AS (
      SELECT candidate.*,
        row_number() OVER (PARTITION BY workspace_id ORDER BY turn, random()) + (
          SELECT count(*) FROM held WHERE held.workspace_id = candidate.workspace_id) AS nth_of_workspace,
        row_number() OVER (PARTITION BY is_slow ORDER BY turn, random()) + (
          SELECT count(*) FROM held WHERE held.is_slow) AS nth_of_slow
      FROM candidate WHERE ${condition}
    ), fair AS (
      SELECT * FROM ranked WHERE nth_of_workspace <= ${share}::int AND (NOT is_slow OR nth_of_slow <= ${share}::int)
    )`;
}
