import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { getFormRow } from "@/lib/forms/list-forms";
import { adjustCounts } from "@/lib/forms/store";
import { acceptSubmission } from "@/lib/forms/submissions/accept-submission";
import { deliverSubmission } from "@/lib/forms/submissions/deliver-submission";
import { getSubmissionRow } from "@/lib/forms/submissions/list-submissions";
import { presentSubmission } from "@/lib/forms/submissions/present";
import type { Submission, UpdateSubmission } from "@/lib/forms/submissions/schema";
import {
  deleteSubmissionRow,
  lockSubmission,
  type SubmissionRow,
  setSpam,
  settleSubmission,
} from "@/lib/forms/submissions/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { type Db, transaction } from "@/lib/platform/database";

async function lock(tx: Db, scope: WorkspaceScope, formId: string, id: string): Promise<SubmissionRow> {
  return orNotFound(await lockSubmission(tx, scope, formId, id), "Submission");
}

/**
 * Moves a submission into or out of spam. One that was spam from the start is processed when it comes out: it goes to
 * the destination, to subscribers and to automations, even beyond the form's limit.
 * @throws AppError not_found
 */
export async function updateSubmission(
  scope: WorkspaceScope,
  formId: string,
  submissionId: string,
  { is_spam: isSpam }: UpdateSubmission,
  now: Date,
): Promise<Submission> {
  return transaction(async (tx) => {
    const form = await getFormRow(tx, scope, formId);
    const row = await lock(tx, scope, formId, submissionId);
    if (row.isSpam === isSpam) return presentSubmission(row);
    await setSpam(tx, row.id, isSpam, isSpam ? ["marked_by_member"] : []);
    if (!isSpam && row.toldAt === null) await acceptSubmission(tx, form, row, now);
    await adjustCounts(tx, row, isSpam ? { responses: -1, spam: 1 } : { responses: 1, spam: -1 });
    const entry = {
      action: isSpam ? "form_submission.marked_as_spam" : "form_submission.accepted",
      target: { type: "form_submission", id: row.id },
      after: { form_id: form.id },
    };
    await recordAudit(tx, scope, entry, now);
    return presentSubmission(await getSubmissionRow(tx, scope, formId, submissionId));
  });
}

/**
 * Tries again to write a submission to the form's destination, as it is now.
 * @throws AppError not_found; conflict for spam, for what is there already, and where the form has no destination
 */
export async function redeliverSubmission(
  scope: WorkspaceScope,
  formId: string,
  submissionId: string,
  now: Date,
): Promise<Submission> {
  return transaction(async (tx) => {
    const form = await getFormRow(tx, scope, formId);
    const row = await lock(tx, scope, formId, submissionId);
    if (row.isSpam) throw new AppError("conflict", "Spam goes nowhere: mark it as not spam first");
    if (row.deliveryStatus === "done") throw new AppError("conflict", "It is at the destination already");
    if (form.destination === null) throw new AppError("conflict", "The form has no destination");
    const delivery = await deliverSubmission(tx, form, row.values, now);
    await settleSubmission(tx, row.id, delivery, now);
    return presentSubmission(await getSubmissionRow(tx, scope, formId, submissionId));
  });
}

/** Deletes a submission for good; its files follow. The record that it became stays. @throws AppError not_found */
export async function deleteSubmission(
  scope: WorkspaceScope,
  formId: string,
  submissionId: string,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const form = await getFormRow(tx, scope, formId);
    const row = await lock(tx, scope, formId, submissionId);
    await deleteSubmissionRow(tx, row.id);
    await adjustCounts(tx, row, row.isSpam ? { responses: 0, spam: -1 } : { responses: -1, spam: 0 });
    const entry = {
      action: "form_submission.deleted",
      target: { type: "form_submission", id: row.id },
      before: { form_id: form.id, submitted_at: row.createdAt.toISOString() },
    };
    await recordAudit(tx, scope, entry, now);
  });
}
