import { operatorContact } from "@/lib/access/operators/operator-contact";
import { AppError } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";
import { planOf } from "@/lib/workspaces/plans/plan-of";
import { maxOf, type Resource } from "@/lib/workspaces/plans/rules";
import { findPlanChoice, findUsage, getPlan } from "@/lib/workspaces/plans/store";

/** How a ceiling is lifted, as one sentence for whoever has reached it. */
function wayToMore(): string {
  const contact = operatorContact();
  return contact
    ? `For more, ask ${contact} for a larger plan.`
    : "For more, whoever runs this service can put the workspace on a larger plan, or all of them by DEFAULT_PLAN.";
}

/**
 * Makes sure that a workspace's plan has a place left for one more of a resource. Callers that must not pass together
 * hold the workspace's access lock.
 * @throws AppError payment_required, saying what the plan allows and how to get more
 */
export async function checkPlan(
  tx: Db,
  { workspaceId }: { workspaceId: string },
  resource: Resource,
  now: Date,
): Promise<void> {
  const choice = await findPlanChoice(tx, workspaceId);
  if (!choice) return;
  const plan = await getPlan(tx, planOf(choice));
  const max = maxOf(plan, resource);
  // Counting takes longer than all else here, and most plans without a ceiling stand on services of one's own.
  if (max === null) return;
  const usage = await findUsage(tx, workspaceId, now);
  if (!usage || usage[resource] < max) return;
  throw new AppError(
    "payment_required",
    `The ${plan.name} plan has room for ${max} ${resource}, and all are taken. ${wayToMore()}`,
  );
}
