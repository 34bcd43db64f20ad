import type { WorkspaceScope } from "@/lib/access/authorise";
import { presentForm, presentFormSummary } from "@/lib/forms/present";
import type { Form, FormSummary, FormsQuery } from "@/lib/forms/schema";
import { type FormRow, findForm, listFormRows } from "@/lib/forms/store";
import { orNotFound } from "@/lib/http/app-error";
import { type Page, readPage } from "@/lib/http/paging";
import { type Db, db } from "@/lib/platform/database";

/** A page of the workspace's forms, newest first. */
export async function listForms(
  scope: WorkspaceScope,
  { search, is_public: isPublic, ...page }: FormsQuery,
  now: Date,
): Promise<Page<FormSummary>> {
  return readPage(
    page,
    (slice) => listFormRows(scope, { search, isPublic }, slice),
    (row) => presentFormSummary(row, now),
  );
}

/** A form of the workspace as it is stored. @throws AppError not_found */
export async function getFormRow(tx: Db, scope: WorkspaceScope, formId: string): Promise<FormRow> {
  return orNotFound(await findForm(tx, scope, formId), "Form");
}

/** One form with its definition. @throws AppError not_found */
export async function getForm(scope: WorkspaceScope, formId: string, now: Date): Promise<Form> {
  return presentForm(await getFormRow(db(), scope, formId), now);
}
