import type { PLAN_RESOURCES } from "@/lib/workspaces/plans/schema";

export type Resource = (typeof PLAN_RESOURCES)[number];
type Limits = Record<`${Resource}Max`, number | null>;

/** How many of a resource a plan allows; null without limit. */
export function maxOf(plan: Limits, resource: Resource): number | null {
  return plan[`${resource}Max`];
}
