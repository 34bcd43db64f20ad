import type { Plan } from "@/lib/platform/rows";
import { listPlanRows } from "@/lib/workspaces/plans/store";

/** Every plan, the smallest first. */
export function allPlans(): Promise<Plan[]> {
  return listPlanRows();
}
