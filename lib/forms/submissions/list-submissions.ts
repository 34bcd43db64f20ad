import type { WorkspaceScope } from "@/lib/access/authorise";
import { getFormRow } from "@/lib/forms/list-forms";
import { presentSubmission } from "@/lib/forms/submissions/present";
import type {
  CountsQuery,
  Submission,
  SubmissionCounts,
  SubmissionsQuery,
} from "@/lib/forms/submissions/schema";
import {
  countByDay,
  findSubmission,
  listSubmissionRows,
  type SubmissionRow,
} from "@/lib/forms/submissions/store";
import { orNotFound } from "@/lib/http/app-error";
import { type Page, readPage } from "@/lib/http/paging";
import { type Db, db } from "@/lib/platform/database";

/** A page of a form's submissions, newest first, spam among them unless asked otherwise. @throws AppError not_found */
export async function listSubmissions(
  scope: WorkspaceScope,
  formId: string,
  query: SubmissionsQuery,
): Promise<Page<Submission>> {
  const form = await getFormRow(db(), scope, formId);
  return readPage(query, (slice) => listSubmissionRows(form, query, slice), presentSubmission);
}

/** A submission of a form that is not deleted, as it is stored. @throws AppError not_found */
export async function getSubmissionRow(
  tx: Db,
  scope: WorkspaceScope,
  formId: string,
  submissionId: string,
): Promise<SubmissionRow> {
  await getFormRow(tx, scope, formId);
  return orNotFound(await findSubmission(tx, scope, formId, submissionId), "Submission");
}

/** One submission. @throws AppError not_found */
export async function getSubmission(
  scope: WorkspaceScope,
  formId: string,
  submissionId: string,
): Promise<Submission> {
  return presentSubmission(await getSubmissionRow(db(), scope, formId, submissionId));
}

/** How many submissions came on each of the last days, today's included. @throws AppError not_found */
export async function countSubmissions(
  scope: WorkspaceScope,
  formId: string,
  query: CountsQuery,
  now: Date,
): Promise<SubmissionCounts> {
  const form = await getFormRow(db(), scope, formId);
  return { days: await countByDay(form, query, now) };
}
