import { type Db, db } from "@/lib/platform/database";
import type { Plan } from "@/lib/platform/rows";
import type { PlanChoice } from "@/lib/workspaces/plans/rules";

export type Usage = { members: number; projects: number; devices: number; webhooks: number };

/**
 * What a workspace holds of all that plans limit, in one query. Open invites take places; devices whose people are no longer
 * members take none: they can upload nothing, and nobody else can unenrol them.
 */
export async function findUsage(tx: Db, workspaceId: string, now: Date): Promise<Usage | null> {
  const [row] = await tx.$queryRaw<Usage[]>`
    SELECT
      ((SELECT count(*) FROM workspace_member WHERE workspace_id = w.id) +
       (SELECT count(*) FROM workspace_invite
        WHERE workspace_id = w.id AND accepted_at IS NULL AND expires_at > ${now}::timestamptz))::int AS members,
      (SELECT count(*) FROM project WHERE workspace_id = w.id AND is_active)::int AS projects,
      (SELECT count(*) FROM tracker_device d JOIN project p ON p.id = d.project_id
        JOIN workspace_member m ON m.workspace_id = p.workspace_id AND m.developer_id = d.developer_id
        WHERE p.workspace_id = w.id AND d.unenrolled_at IS NULL)::int AS devices,
      (SELECT count(*) FROM webhook WHERE workspace_id = w.id AND deleted_at IS NULL)::int AS webhooks
    FROM workspace w WHERE w.id = ${workspaceId}::uuid`;
  return row ?? null;
}

/** A plan by id; null where there is none. */
export async function findPlan(tx: Db, planId: string): Promise<Plan | null> {
  return tx.plan.findUnique({ where: { id: planId } });
}

/** A plan by id. */
export async function getPlan(tx: Db, planId: string): Promise<Plan> {
  return tx.plan.findUniqueOrThrow({ where: { id: planId } });
}

/** Every plan, the smallest first. */
export async function listPlanRows(): Promise<Plan[]> {
  return db().plan.findMany({ orderBy: [{ rank: "asc" }, { id: "asc" }] });
}

/** Which plan was chosen for a workspace, and by whom; null where there is no such workspace. */
export async function findPlanChoice(tx: Db, workspaceId: string): Promise<PlanChoice | null> {
  return tx.workspace.findUnique({
    where: { id: workspaceId },
    select: { planId: true, planOrigin: true },
  });
}

/** Notes which plan was chosen for a workspace, and by whom. */
export async function updatePlanChoice(tx: Db, workspaceId: string, choice: PlanChoice): Promise<void> {
  await tx.workspace.update({ where: { id: workspaceId }, data: choice });
}
