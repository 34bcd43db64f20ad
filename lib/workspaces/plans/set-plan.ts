import { lockAccess, recordAudit, SERVICE_ACTOR } from "@/lib/access/store";
import type { Db } from "@/lib/platform/database";
import { findPlanOf, updatePlan } from "@/lib/workspaces/plans/store";

/**
 * Puts a workspace on a plan because of what it pays for, and audits the change; nothing happens where it is on that
 * plan already. What it holds beyond the new plan stays; it only gets no more.
 * @param cause the subscription behind it, for the audit trail
 */
export async function setPlan(
  tx: Db,
  workspaceId: string,
  planId: string,
  cause: { subscription_id: string },
  now: Date,
): Promise<void> {
  await lockAccess(tx, workspaceId);
  const before = await findPlanOf(tx, workspaceId);
  if (before === null || before === planId) return;
  await updatePlan(tx, workspaceId, planId);
  await recordAudit(
    tx,
    SERVICE_ACTOR,
    {
      workspaceId,
      action: "plan.changed",
      target: { type: "workspace", id: workspaceId },
      before: { plan_id: before },
      after: { plan_id: planId, ...cause },
    },
    now,
  );
}
