import type { OperatorWorkspace, Plan } from "@/lib/operators/schema";
import type { OperatorWorkspaceRow } from "@/lib/operators/store";
import { env } from "@/lib/platform/env";
import type { Plan as PlanRow } from "@/lib/platform/rows";
import { planOf } from "@/lib/workspaces/plans/plan-of";
import { UNCHOSEN_PLAN } from "@/lib/workspaces/plans/rules";

/** A plan with its ceilings. */
export function presentPlan(row: PlanRow): Plan {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    is_default: row.id === env().DEFAULT_PLAN,
    members_max: row.membersMax,
    projects_max: row.projectsMax,
    devices_max: row.devicesMax,
    webhooks_max: row.webhooksMax,
  };
}

function planSetBy({ planId, planOrigin }: OperatorWorkspaceRow): OperatorWorkspace["plan_set_by"] {
  if (planOrigin === "payment") return "payment";
  // Whoever wrote another plan into the row by hand runs the service, too.
  return planOrigin === "operator" || planId !== UNCHOSEN_PLAN ? "operator" : "default";
}

/** A workspace as those who run the service see it. */
export function presentOperatorWorkspace(row: OperatorWorkspaceRow): OperatorWorkspace {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    owner_email: row.members[0]?.developer.email ?? null,
    is_active: row.isActive,
    plan_id: planOf(row),
    plan_set_by: planSetBy(row),
    created_at: row.createdAt.toISOString(),
  };
}
