import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import { maxOf } from "@/lib/workspaces/plans/rules";
import { type Billing, PLAN_RESOURCES } from "@/lib/workspaces/plans/schema";
import { findUsage, getPlan } from "@/lib/workspaces/plans/store";

/** The workspace's plan and how much of it is used. */
export async function getBilling(scope: WorkspaceScope, now: Date): Promise<z.input<typeof Billing>> {
  const found = await findUsage(db(), scope.workspaceId, now);
  if (!found) throw new AppError("forbidden", "Permission denied");
  const plan = await getPlan(found.planId);
  const usage = PLAN_RESOURCES.map((resource) => ({
    resource,
    used: found.usage[resource],
    max: maxOf(plan, resource),
  }));
  return { plan: { id: plan.id, name: plan.name, description: plan.description }, usage };
}
