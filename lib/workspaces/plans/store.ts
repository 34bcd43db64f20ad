import { type Db, db } from "@/lib/platform/database";
import type { Plan } from "@/lib/platform/rows";

export type Usage = { members: number; projects: number; devices: number; webhooks: number };

type UsageRow = Usage & { plan_id: string };

/** What a workspace holds of all that its plan limits, with its plan's id, in one query. Open invites take places. */
export async function findUsage(
  tx: Db,
  workspaceId: string,
  now: Date,
): Promise<{ planId: string; usage: Usage } | null> {
  const [row] = await tx.$queryRaw<UsageRow[]>`
    SELECT w.plan_id,
      ((SELECT count(*) FROM workspace_member WHERE workspace_id = w.id) +
       (SELECT count(*) FROM workspace_invite
        WHERE workspace_id = w.id AND accepted_at IS NULL AND expires_at > ${now}::timestamptz))::int AS members,
      (SELECT count(*) FROM project WHERE workspace_id = w.id AND is_active)::int AS projects,
      (SELECT count(*) FROM tracker_device d JOIN project p ON p.id = d.project_id WHERE p.workspace_id = w.id)::int
        AS devices,
      (SELECT count(*) FROM webhook WHERE workspace_id = w.id AND deleted_at IS NULL)::int AS webhooks
    FROM workspace w WHERE w.id = ${workspaceId}::uuid`;
  if (!row) return null;
  const { plan_id: planId, ...usage } = row;
  return { planId, usage };
}

/** A plan by id. */
export async function getPlan(planId: string): Promise<Plan> {
  return db().plan.findUniqueOrThrow({ where: { id: planId } });
}

/** The id of a workspace's plan; null where there is no such workspace. */
export async function findPlanOf(tx: Db, workspaceId: string): Promise<string | null> {
  const found = await tx.workspace.findUnique({ where: { id: workspaceId }, select: { planId: true } });
  return found?.planId ?? null;
}

/** Puts a workspace on a plan. */
export async function updatePlan(tx: Db, workspaceId: string, planId: string): Promise<void> {
  await tx.workspace.update({ where: { id: workspaceId }, data: { planId } });
}
