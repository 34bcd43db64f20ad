import type { Operator } from "@/lib/access/operators/operator";
import { lockAccess } from "@/lib/access/store";
import { AppError, invalidBody } from "@/lib/http/app-error";
import { findPaidPlan } from "@/lib/inbound/payments/store";
import { presentOperatorWorkspace } from "@/lib/operators/present";
import type { OperatorWorkspace, SetPlan } from "@/lib/operators/schema";
import { findAnyWorkspace } from "@/lib/operators/store";
import { transaction } from "@/lib/platform/database";
import { setPlan } from "@/lib/workspaces/plans/set-plan";
import { listPlanRows } from "@/lib/workspaces/plans/store";

/**
 * Puts a workspace on a plan that an operator chose, which overrides what is paid for; or, with null, returns it to
 * what is paid for, or to the default plan. Nothing beyond the plan is removed.
 * @throws AppError not_found, invalid for an unknown plan
 */
export async function setWorkspacePlan(
  operator: Operator,
  workspaceId: string,
  { plan_id: planId }: SetPlan,
  now: Date,
): Promise<OperatorWorkspace> {
  const plans = (await listPlanRows()).map(({ id }) => id);
  if (planId !== null && !plans.includes(planId)) {
    throw invalidBody([{ path: "plan_id", message: `One of ${plans.join(", ")}` }]);
  }
  return transaction(async (tx) => {
    // Before looking, so that what is paid for doesn't change meanwhile.
    await lockAccess(tx, workspaceId);
    const paidPlanId = planId === null ? await findPaidPlan(tx, workspaceId) : null;
    await setPlan(tx, workspaceId, planId, { origin: "operator", actor: operator.actor, paidPlanId }, now);
    const row = await findAnyWorkspace(tx, operator, workspaceId);
    if (row === null) throw new AppError("not_found", "Workspace not found");
    return presentOperatorWorkspace(row);
  });
}
