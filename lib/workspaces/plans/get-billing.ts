import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import { planOf } from "@/lib/workspaces/plans/plan-of";
import { maxOf } from "@/lib/workspaces/plans/rules";
import { type Billing, PLAN_RESOURCES } from "@/lib/workspaces/plans/schema";
import { findPlanChoice, findUsage, getPlan } from "@/lib/workspaces/plans/store";

/** The workspace's plan and how much of it is used. */
export async function getBilling(scope: WorkspaceScope, now: Date): Promise<Billing> {
  const [choice, used] = await Promise.all([
    findPlanChoice(db(), scope.workspaceId),
    findUsage(db(), scope.workspaceId, now),
  ]);
  if (!choice || !used) throw new AppError("forbidden", "Permission denied");
  const plan = await getPlan(db(), planOf(choice));
  const usage = PLAN_RESOURCES.map((resource) => ({
    resource,
    used: used[resource],
    max: maxOf(plan, resource),
  }));
  return { plan: { id: plan.id, name: plan.name, description: plan.description }, usage };
}
