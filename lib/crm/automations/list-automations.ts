import type { WorkspaceScope } from "@/lib/access/authorise";
import { HEALTH_RUNS_MAX } from "@/lib/crm/automations/limits";
import { presentAutomation } from "@/lib/crm/automations/present";
import { healthSince } from "@/lib/crm/automations/rules";
import { findRunHealth } from "@/lib/crm/automations/runs/store";
import type { Automation, AutomationQuery } from "@/lib/crm/automations/schema";
import { listAutomationRows } from "@/lib/crm/automations/store";
import { type Page, readRows } from "@/lib/http/paging";
import { db } from "@/lib/platform/database";

/** A page of the workspace's automations with their health, newest first. */
export async function listAutomations(
  scope: WorkspaceScope,
  { is_active: isActive, search, ...page }: AutomationQuery,
  now: Date,
): Promise<Page<Automation>> {
  const { items, nextCursor } = await readRows(page, (slice) =>
    listAutomationRows(scope, { isActive, search }, slice),
  );
  const ids = items.map(({ id }) => id);
  const health = await findRunHealth(db(), ids, healthSince(now), HEALTH_RUNS_MAX);
  return { items: items.map((row) => presentAutomation(row, health.get(row.id))), nextCursor };
}
