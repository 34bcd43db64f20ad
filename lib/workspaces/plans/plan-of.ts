import { env } from "@/lib/platform/env";
import { effectivePlan, type PlanChoice } from "@/lib/workspaces/plans/rules";

/** The id of the plan that a workspace is on: the one chosen for it, else DEFAULT_PLAN. */
export function planOf(choice: PlanChoice): string {
  return effectivePlan(choice, env().DEFAULT_PLAN);
}
