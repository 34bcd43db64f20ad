import type { WorkspaceScope } from "@/lib/access/authorise";
import { lockAccess } from "@/lib/access/store";
import { recordAudit } from "@/lib/audit/store";
import { checkAutomation } from "@/lib/crm/automations/check-automation";
import { AUTOMATIONS_MAX } from "@/lib/crm/automations/limits";
import { auditOf, presentAutomation } from "@/lib/crm/automations/present";
import { toColumns } from "@/lib/crm/automations/rules";
import type { Automation, CreateAutomation } from "@/lib/crm/automations/schema";
import { countAutomations, insertAutomation } from "@/lib/crm/automations/store";
import { AppError } from "@/lib/http/app-error";
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
    // So that the limit holds against many at once.
    await lockAccess(tx, scope.workspaceId);
    if ((await countAutomations(tx, scope)) >= AUTOMATIONS_MAX) {
      throw new AppError("conflict", `A workspace has at most ${AUTOMATIONS_MAX} automations`);
    }
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
