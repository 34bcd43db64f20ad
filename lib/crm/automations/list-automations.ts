import type { WorkspaceScope } from "@/lib/access/authorise";
import { HEALTH_RUNS_MAX } from "@/lib/crm/automations/limits";
import { presentAutomation } from "@/lib/crm/automations/present";
import { healthSince } from "@/lib/crm/automations/rules";
import { findRunHealth } from "@/lib/crm/automations/runs/store";
import type { Automation, AutomationQuery } from "@/lib/crm/automations/schema";
import { listAutomationRows } from "@/lib/crm/automations/store";
import { byCreation, type Page, readCursor, toPage } from "@/lib/http/paging";
import { db } from "@/lib/platform/database";

/** A page of the workspace's automations with their health, newest first. */
export async function listAutomations(
  scope: WorkspaceScope,
  { is_active: isActive, search, limit, cursor }: AutomationQuery,
  now: Date,
): Promise<Page<Automation>> {
  const rows = await listAutomationRows(scope, { isActive, search }, limit + 1, readCursor(cursor));
  const ids = rows.map(({ id }) => id);
  const health = await findRunHealth(db(), ids, healthSince(now), HEALTH_RUNS_MAX);
  return toPage(rows, limit, byCreation, (row) => presentAutomation(row, health.get(row.id)));
}
