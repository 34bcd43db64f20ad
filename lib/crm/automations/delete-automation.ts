import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { auditOf } from "@/lib/crm/automations/present";
import { deleteAutomationRow, lockAutomation } from "@/lib/crm/automations/store";
import { orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";

/** Deletes an automation with its runs; those that wait never start. @throws AppError not_found */
export async function deleteAutomation(
  scope: WorkspaceScope,
  automationId: string,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const row = orNotFound(await lockAutomation(tx, scope, automationId), "Automation");
    await deleteAutomationRow(tx, scope, automationId);
    const entry = {
      action: "automation.deleted",
      target: { type: "automation", id: automationId },
      before: auditOf(row),
    };
    await recordAudit(tx, scope, entry, now);
  });
}
