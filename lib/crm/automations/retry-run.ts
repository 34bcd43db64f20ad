import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { STOPPED, wasStopped } from "@/lib/crm/automations/catalog";
import { enqueueRuns } from "@/lib/crm/automations/enqueue-runs";
import { RUNS_RETRIED_MAX } from "@/lib/crm/automations/limits";
import { getRun } from "@/lib/crm/automations/list-runs";
import { hasEnded } from "@/lib/crm/automations/rules";
import {
  findRunAtWork,
  lockRetryable,
  lockRun,
  type RunAtWork,
  restartRuns,
} from "@/lib/crm/automations/runs/store";
import type { AutomationRunDetail, RetriedRuns, RetryRuns } from "@/lib/crm/automations/schema";
import { lockAutomation } from "@/lib/crm/automations/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { type Db, transaction } from "@/lib/platform/database";

const SWITCHED_OFF = "The automation is switched off. Switch it on, then try again";

function refusalOf(run: RunAtWork): string | null {
  if (!run.automation.isActive) return SWITCHED_OFF;
  if (!hasEnded(run.status)) return "The run is under way";
  if (run.status === "completed") return "The run completed, so there is nothing to try again";
  return wasStopped(run) ? "It was stopped because automations triggered each other" : null;
}

/** Restarts locked runs, notes who had it done, and adds their job. */
async function restart(
  tx: Db,
  scope: WorkspaceScope,
  runIds: readonly string[],
  { automationId, ...noted }: { action: string; automationId: string; after: object },
  now: Date,
): Promise<void> {
  await restartRuns(tx, runIds, now);
  await recordAudit(tx, scope, { ...noted, target: { type: "automation", id: automationId } }, now);
  await enqueueRuns(tx, scope.workspaceId, now);
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
    const after = { name: automation.name, run_id: runId };
    await restart(tx, scope, [runId], { action: "automation.run_retried", automationId, after }, now);
  });
  return getRun(scope, automationId, runId);
}

/**
 * The same for all runs of an automation that failed or were skipped, the oldest first: at most `RUNS_RETRIED_MAX`. Those
 * that were stopped because automations triggered each other are passed over.
 * @throws AppError not_found; conflict if the automation is off
 */
export async function retryRuns(
  scope: WorkspaceScope,
  automationId: string,
  { since }: RetryRuns,
  now: Date,
): Promise<RetriedRuns> {
  const runs = await transaction(async (tx) => {
    const automation = orNotFound(await lockAutomation(tx, scope, automationId), "Automation");
    if (!automation.isActive) throw new AppError("conflict", SWITCHED_OFF);
    const which = { since: since ? new Date(since) : null, stopped: STOPPED, max: RUNS_RETRIED_MAX };
    const ids = await lockRetryable(tx, automationId, which);
    if (ids.length === 0) return 0;
    const after = { name: automation.name, runs: ids.length };
    await restart(tx, scope, ids, { action: "automation.runs_retried", automationId, after }, now);
    return ids.length;
  });
  return { runs };
}
