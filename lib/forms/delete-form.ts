import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { checkFormsLeft } from "@/lib/forms/check-forms-left";
import { checkMayOpen } from "@/lib/forms/destination/check-destination";
import { FORM_RESTORE_DAYS } from "@/lib/forms/limits";
import { auditedForm, presentForm } from "@/lib/forms/present";
import type { Form } from "@/lib/forms/schema";
import { lockForm, setFormDeleted } from "@/lib/forms/store";
import { orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";

/**
 * Deletes a form: it is no longer visible to anyone. It can be restored for `FORM_RESTORE_DAYS`.
 * @throws AppError not_found
 */
export async function deleteForm(scope: WorkspaceScope, formId: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const form = orNotFound(await lockForm(tx, scope, formId), "Form");
    await setFormDeleted(tx, form, now);
    const target = { type: "form", id: form.id };
    await recordAudit(tx, scope, { action: "form.deleted", target, before: auditedForm(form) }, now);
  });
}

/**
 * Brings a deleted form back as it was, published too.
 * @throws AppError not_found where there is no such deleted form or its time is over, conflict when the workspace has as
 *   many as it may, forbidden as `checkMayOpen` for one that was published
 */
export async function restoreForm(scope: WorkspaceScope, formId: string, now: Date): Promise<Form> {
  return transaction(async (tx) => {
    await checkFormsLeft(tx, scope);
    // Later its files may be erased already, or some of them.
    const since = new Date(now.getTime() - FORM_RESTORE_DAYS * DAY_MS);
    const form = orNotFound(await lockForm(tx, scope, formId, since), "Form");
    checkMayOpen(scope, form);
    const row = await setFormDeleted(tx, form, null);
    const target = { type: "form", id: form.id };
    await recordAudit(tx, scope, { action: "form.restored", target, after: auditedForm(row) }, now);
    return presentForm(row, now);
  });
}
