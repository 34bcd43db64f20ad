import { AppError } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";
import { maxOf, type Resource } from "@/lib/workspaces/plans/rules";
import { findUsage, getPlan } from "@/lib/workspaces/plans/store";

/**
 * Makes sure that a workspace's plan has a place left for one more of a resource. Callers that must not pass together
 * hold the workspace's access lock.
 * @throws AppError payment_required, saying what the plan allows
 */
export async function checkPlan(
  tx: Db,
  { workspaceId }: { workspaceId: string },
  resource: Resource,
  now: Date,
): Promise<void> {
  const found = await findUsage(tx, workspaceId, now);
  if (!found) return;
  const plan = await getPlan(found.planId);
  const max = maxOf(plan, resource);
  if (max === null || found.usage[resource] < max) return;
  throw new AppError(
    "payment_required",
    `The ${plan.name} plan has room for ${max} ${resource}, and all are taken. A larger plan has more.`,
  );
}
