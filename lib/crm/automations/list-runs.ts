import type { WorkspaceScope } from "@/lib/access/authorise";
import { getAutomationRow } from "@/lib/crm/automations/get-automation";
import { presentRun, presentRunDetail } from "@/lib/crm/automations/present";
import { findRun, listRunRows } from "@/lib/crm/automations/runs/store";
import type { AutomationRun, AutomationRunDetail, RunQuery } from "@/lib/crm/automations/schema";
import { orNotFound } from "@/lib/http/app-error";
import { type Page, readPage } from "@/lib/http/paging";

/** A page of runs, newest first: of all automations of the workspace, or of one. @throws AppError not_found */
export async function listRuns(
  scope: WorkspaceScope,
  automationId: string | undefined,
  { status, since, record_id: recordId, ...page }: RunQuery,
): Promise<Page<AutomationRun>> {
  if (automationId !== undefined) await getAutomationRow(scope, automationId);
  const filters = { automationId, status, since: since ? new Date(since) : undefined, recordId };
  return readPage(page, (slice) => listRunRows(scope, filters, slice), presentRun);
}

/** One run with its log, action by action. @throws AppError not_found */
export async function getRun(
  scope: WorkspaceScope,
  automationId: string,
  runId: string,
): Promise<AutomationRunDetail> {
  await getAutomationRow(scope, automationId);
  return presentRunDetail(orNotFound(await findRun(scope, automationId, runId), "Run"), scope.permissions);
}
