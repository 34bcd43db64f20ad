import type { Actor } from "@/lib/access/actor";
import { lockAccess } from "@/lib/access/store";
import { recordAudit, SERVICE_ACTOR } from "@/lib/audit/store";
import type { Db } from "@/lib/platform/database";
import { planOf } from "@/lib/workspaces/plans/plan-of";
import { type PlanChoice, UNCHOSEN_PLAN } from "@/lib/workspaces/plans/rules";
import { findPlan, findPlanChoice, updatePlanChoice } from "@/lib/workspaces/plans/store";

/** Whose choice a plan is, with what is behind it for the audit trail. */
type Cause =
  | { origin: "payment"; subscription_id: string }
  | { origin: "operator"; actor: Actor; paidPlanId: string | null };

const NOBODYS_CHOICE: PlanChoice = { planId: UNCHOSEN_PLAN, planOrigin: null };

/** What is paid for, unless it is less than what everyone has here without paying. */
async function paidChoice(tx: Db, paidPlanId: string | null): Promise<PlanChoice> {
  if (paidPlanId === null) return NOBODYS_CHOICE;
  const paid = await findPlan(tx, paidPlanId);
  const given = await findPlan(tx, planOf(NOBODYS_CHOICE));
  return paid && given && paid.rank < given.rank
    ? NOBODYS_CHOICE
    : { planId: paidPlanId, planOrigin: "payment" };
}

/**
 * Puts a workspace on a plan, and audits the change. An operator's choice holds until an operator takes it back: what
 * is paid for meanwhile changes nothing. What the workspace holds beyond the new plan stays; it only gets no more.
 * @param planId null: nobody pays for one, or an operator leaves it to what is paid for
 * @returns whether there is such a workspace
 */
export async function setPlan(
  tx: Db,
  workspaceId: string,
  planId: string | null,
  cause: Cause,
  now: Date,
): Promise<boolean> {
  await lockAccess(tx, workspaceId);
  const before = await findPlanChoice(tx, workspaceId);
  if (before === null) return false;
  const isByOperator = cause.origin === "operator";
  if (!isByOperator && before.planOrigin === "operator") return true;
  const after =
    isByOperator && planId !== null
      ? { planId, planOrigin: "operator" }
      : await paidChoice(tx, isByOperator ? cause.paidPlanId : planId);
  if (before.planId === after.planId && before.planOrigin === after.planOrigin) return true;
  await updatePlanChoice(tx, workspaceId, after);
  if (planOf(before) === planOf(after) && !isByOperator) return true;
  const entry = {
    action: "plan.changed",
    target: { type: "workspace", id: workspaceId },
    before: { plan_id: planOf(before) },
    after: {
      plan_id: planOf(after),
      ...(isByOperator
        ? { set_by: after.planOrigin ?? "default" }
        : { subscription_id: cause.subscription_id }),
    },
  };
  await recordAudit(tx, { workspaceId, actor: isByOperator ? cause.actor : SERVICE_ACTOR }, entry, now);
  return true;
}
