import type { WorkspaceScope } from "@/lib/access/authorise";
import { HEALTH_RUNS_MAX } from "@/lib/crm/automations/limits";
import { presentAutomation } from "@/lib/crm/automations/present";
import { healthSince } from "@/lib/crm/automations/rules";
import { findRunHealth } from "@/lib/crm/automations/runs/store";
import type { Automation } from "@/lib/crm/automations/schema";
import { type AutomationRow, findAutomation } from "@/lib/crm/automations/store";
import { orNotFound } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";

/** One automation of the scope's workspace, as it is stored. @throws AppError not_found */
export async function getAutomationRow(scope: WorkspaceScope, automationId: string): Promise<AutomationRow> {
  return orNotFound(await findAutomation(db(), scope, automationId), "Automation");
}

/** One automation with its health. @throws AppError not_found */
export async function getAutomation(
  scope: WorkspaceScope,
  automationId: string,
  now: Date,
): Promise<Automation> {
  const row = await getAutomationRow(scope, automationId);
  const health = await findRunHealth(db(), [row.id], healthSince(now), HEALTH_RUNS_MAX);
  return presentAutomation(row, health.get(row.id));
}
