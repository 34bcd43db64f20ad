import { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { checkAutomation } from "@/lib/crm/automations/check-automation";
import { HEALTH_RUNS_MAX } from "@/lib/crm/automations/limits";
import { auditOf, presentAutomation } from "@/lib/crm/automations/present";
import { healthSince, toColumns } from "@/lib/crm/automations/rules";
import { findRunHealth } from "@/lib/crm/automations/runs/store";
import { Action, Automation, CreateAutomation, type UpdateAutomation } from "@/lib/crm/automations/schema";
import { lockAutomation, updateAutomationRow } from "@/lib/crm/automations/store";
import { orNotFound } from "@/lib/http/app-error";
import { checkExpected } from "@/lib/http/expected";
import { transaction } from "@/lib/platform/database";

/**
 * Changes what is named of an automation. Runs that wait do what it says when they begin; actions keep their ids, so that
 * none is done twice. Switching it on checks it anew and forgets its failures. It runs in the name of whoever switched it on
 * or said last what it does.
 * @throws AppError not_found, conflict for a part that is not as expected, and as `checkAutomation`
 */
export async function updateAutomation(
  scope: WorkspaceScope,
  automationId: string,
  body: UpdateAutomation,
  now: Date,
): Promise<Automation> {
  return transaction(async (tx) => {
    const before = orNotFound(await lockAutomation(tx, scope, automationId), "Automation");
    const shown = presentAutomation(before);
    checkExpected(body, () => Automation.parse(shown));
    const whole = CreateAutomation.parse({ ...shown, ...body });
    const isChecked = body.is_active || body.trigger || body.conditions !== undefined || body.actions;
    const checked = isChecked
      ? await checkAutomation(tx, scope, whole, z.array(Action).parse(before.actions), now)
      : {};
    const isSwitched = body.is_active === undefined ? {} : { failuresInARow: 0, disabledReason: null };
    // Whoever says what it does answers for it.
    const owner = isChecked ? { ownerId: scope.actor.developerId } : {};
    const change = { ...toColumns(whole), ...checked, ...isSwitched, ...owner };
    const row = await updateAutomationRow(tx, scope, automationId, change, now);
    const entry = {
      action: "automation.updated",
      target: { type: "automation", id: automationId },
      before: auditOf(before),
      after: auditOf(row),
    };
    await recordAudit(tx, scope, entry, now);
    const health = await findRunHealth(tx, [row.id], healthSince(now), HEALTH_RUNS_MAX);
    return presentAutomation(row, health.get(row.id));
  });
}
