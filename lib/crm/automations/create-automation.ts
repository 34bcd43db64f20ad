import type { WorkspaceScope } from "@/lib/access/authorise";
import { checkRoom } from "@/lib/access/check-room";
import { recordAudit } from "@/lib/audit/store";
import { checkAutomation } from "@/lib/crm/automations/check-automation";
import { AUTOMATIONS_MAX } from "@/lib/crm/automations/limits";
import { auditOf, presentAutomation } from "@/lib/crm/automations/present";
import { toColumns } from "@/lib/crm/automations/rules";
import type { Automation, CreateAutomation } from "@/lib/crm/automations/schema";
import { countAutomations, insertAutomation } from "@/lib/crm/automations/store";
import { db, transaction } from "@/lib/platform/database";

/**
 * Creates an automation. It hears of what happens from now on.
 * @throws AppError invalid as `checkAutomation`, conflict when the workspace has as many as it may
 */
export async function createAutomation(
  scope: WorkspaceScope,
  body: CreateAutomation,
  now: Date,
): Promise<Automation> {
  const { objectId, actions } = await checkAutomation(db(), scope, body, [], now);
  return transaction(async (tx) => {
    await checkRoom(tx, scope.workspaceId, AUTOMATIONS_MAX, "automations", () => countAutomations(tx, scope));
    const values = { ...toColumns(body), objectId, actions };
    const row = await insertAutomation(tx, scope, values, now);
    const entry = {
      action: "automation.created",
      target: { type: "automation", id: row.id },
      after: auditOf(row),
    };
    await recordAudit(tx, scope, entry, now);
    return presentAutomation(row);
  });
}
