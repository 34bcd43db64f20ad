import { presentPlan } from "@/lib/operators/present";
import type { Plan } from "@/lib/operators/schema";
import { listPlanRows } from "@/lib/workspaces/plans/store";

/** Every plan with its ceilings, the smallest first. */
export async function listPlans(): Promise<Plan[]> {
  return (await listPlanRows()).map(presentPlan);
}
