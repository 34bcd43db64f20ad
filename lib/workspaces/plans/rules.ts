import type { PLAN_RESOURCES } from "@/lib/workspaces/plans/schema";

export type Resource = (typeof PLAN_RESOURCES)[number];
type Limits = Record<`${Resource}Max`, number | null>;

/** How many of a resource a plan allows; null without limit. */
export function maxOf(plan: Limits, resource: Resource): number | null {
  return plan[`${resource}Max`];
}

/** What `plan_id` holds where nobody has chosen a plan. */
export const UNCHOSEN_PLAN = "free";

/** Who chose a workspace's plan, where somebody did. */
export const PLAN_ORIGINS = ["payment", "operator"] as const;

/** A workspace's plan as its row has it. */
export type PlanChoice = { planId: string; planOrigin: string | null };

/** The plan that a workspace is on: the one chosen for it, else `defaultPlan`. */
export function effectivePlan({ planId, planOrigin }: PlanChoice, defaultPlan: string): string {
  return planOrigin === null && planId === UNCHOSEN_PLAN ? defaultPlan : planId;
}
