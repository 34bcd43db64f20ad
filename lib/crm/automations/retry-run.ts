import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { wasStopped } from "@/lib/crm/automations/catalog";
import { enqueueRuns } from "@/lib/crm/automations/enqueue-runs";
import { getRun } from "@/lib/crm/automations/list-runs";
import { hasEnded } from "@/lib/crm/automations/rules";
import { findRunAtWork, lockRun, type RunAtWork, restartRun } from "@/lib/crm/automations/runs/store";
import type { AutomationRunDetail } from "@/lib/crm/automations/schema";
import { lockAutomation } from "@/lib/crm/automations/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";

function refusalOf(run: RunAtWork): string | null {
  if (!run.automation.isActive) return "The automation is switched off. Switch it on, then try again";
  if (!hasEnded(run.status)) return "The run is under way";
  if (run.status === "completed") return "The run completed, so there is nothing to try again";
  return wasStopped(run) ? "It was stopped because automations triggered each other" : null;
}

/**
 * Has a run that failed or was skipped go on with the action that failed, as the automation is now. What it did before
 * is not done again, and of several requests at once only one restarts it.
 * @throws AppError not_found; conflict if the automation is off, the run is under way, completed, or part of a loop
 */
export async function retryRun(
  scope: WorkspaceScope,
  automationId: string,
  runId: string,
  now: Date,
): Promise<AutomationRunDetail> {
  await transaction(async (tx) => {
    const automation = orNotFound(await lockAutomation(tx, scope, automationId), "Automation");
    await lockRun(tx, runId);
    const found = await findRunAtWork(tx, runId);
    const run = orNotFound(found?.automationId === automationId ? found : null, "Run");
    const refusal = refusalOf(run);
    if (refusal !== null) throw new AppError("conflict", refusal);
    await restartRun(tx, runId, now);
    const entry = {
      action: "automation.run_retried",
      target: { type: "automation", id: automationId },
      after: { name: automation.name, run_id: runId },
    };
    await recordAudit(tx, scope, entry, now);
    await enqueueRuns(tx, scope.workspaceId, now);
  });
  return getRun(scope, automationId, runId);
}
