import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { checkFormsLeft } from "@/lib/forms/check-forms-left";
import { checkDefinition, requiredFiles } from "@/lib/forms/definition/rules";
import {
  checkDestination,
  checkMayOpen,
  checkStillFits,
  mayWriteTo,
} from "@/lib/forms/destination/check-destination";
import { FORM_NAME_CHARS_MAX } from "@/lib/forms/limits";
import { auditedForm, presentForm } from "@/lib/forms/present";
import type { CreateForm, Form, FormField, UpdateForm } from "@/lib/forms/schema";
import {
  type FormRow,
  type FormSettings,
  findForm,
  findFormLogo,
  insertForm,
  lockForm,
  type RetiredField,
  updateFormLogo,
  updateFormRow,
} from "@/lib/forms/store";
import { AppError, type Issue, invalidBody, orNotFound } from "@/lib/http/app-error";
import { type Db, transaction } from "@/lib/platform/database";
import { isStorageConfigured } from "@/lib/platform/storage-configured";

function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw invalidBody([...issues]);
}

type Publication = { isPublic: boolean; fields: readonly FormField[] };

/**
 * Refuses to publish a form that nobody could send, because it requires a file and there is no file storage. A form
 * that is published already is left alone: storage may be down for a while.
 */
function checkFiles(before: Publication | null, after: Publication): void {
  if (!after.isPublic || isStorageConfigured()) return;
  const places = requiredFiles(after.fields);
  if (places.length === 0 || (before?.isPublic && requiredFiles(before.fields).length > 0)) return;
  const labels = places.map((place) => `“${after.fields[place]?.label}”`).join(", ");
  throw new AppError(
    "invalid",
    `Nobody could send this form: it requires a file for ${labels}, and this service has no file storage. Make that optional, or ask whoever runs the service to set up storage.`,
    {
      issues: places.map((place) => ({
        path: `fields.${place}.required`,
        message: "No file storage: can't be required in a published form",
      })),
    },
  );
}

async function addForm(tx: Db, scope: WorkspaceScope, settings: FormSettings, now: Date): Promise<FormRow> {
  await checkFormsLeft(tx, scope);
  const row = await insertForm(tx, scope, settings, now);
  const target = { type: "form", id: row.id };
  await recordAudit(tx, scope, { action: "form.created", target, after: auditedForm(row) }, now);
  return row;
}

/**
 * Makes a form.
 * @throws AppError invalid for a definition or a destination that does not hold together and for a public form that
 *   requires a file where there is no storage, forbidden for a destination that the actor can't write to, conflict when
 *   the workspace has as many forms as it may
 */
export async function createForm(scope: WorkspaceScope, body: CreateForm, now: Date): Promise<Form> {
  refuse(checkDefinition(body.fields));
  checkFiles(null, { isPublic: body.is_public, fields: body.fields });
  return transaction(async (tx) => {
    if (body.destination) await checkDestination(tx, scope, body.fields, body.destination, now);
    const settings = {
      name: body.name,
      description: body.description,
      isPublic: body.is_public,
      isIndexed: body.is_indexed,
      color: body.color,
      fields: body.fields,
      submitLabel: body.submit_label,
      thankYouText: body.thank_you_text,
      redirectUrl: body.redirect_url,
      closesAt: body.closes_at === null ? null : new Date(body.closes_at),
      responsesMax: body.responses_max,
      destination: body.destination,
      embedOrigins: [...new Set(body.embed_origins)],
      proofOfWork: body.proof_of_work,
      sendsReceipt: body.sends_receipt,
    };
    return presentForm(await addForm(tx, scope, settings, now), now);
  });
}

/** Copies a form, not its submissions; the copy is not public. @throws AppError not_found, conflict */
export async function duplicateForm(scope: WorkspaceScope, formId: string, now: Date): Promise<Form> {
  return transaction(async (tx) => {
    const form = orNotFound(await findForm(tx, scope, formId), "Form");
    const settings: FormSettings = {
      name: `Copy of ${form.name}`.slice(0, FORM_NAME_CHARS_MAX).toWellFormed(),
      description: form.description,
      isPublic: false,
      isIndexed: form.isIndexed,
      color: form.color,
      fields: form.fields,
      submitLabel: form.submitLabel,
      thankYouText: form.thankYouText,
      redirectUrl: form.redirectUrl,
      closesAt: null,
      responsesMax: form.responsesMax,
      // Whoever may not write there must not get a form that does.
      destination: form.destination && mayWriteTo(scope, form.destination) ? form.destination : null,
      embedOrigins: form.embedOrigins,
      proofOfWork: form.proofOfWork,
      sendsReceipt: form.sendsReceipt,
    };
    const copy = await addForm(tx, scope, settings, now);
    const logo = await findFormLogo(tx, form.id);
    if (logo) await updateFormLogo(tx, copy.id, logo);
    return presentForm({ ...copy, logoType: logo?.type ?? null }, now);
  });
}

/** A field's type says how its stored answers are read, so it stays while there are any. */
function checkTypes(form: FormRow, fields: readonly FormField[]): Issue[] {
  if (form.responsesCount + form.spamCount === 0) return [];
  const types = new Map([...form.retiredFields, ...form.fields].map(({ key, type }) => [key, type]));
  return fields.flatMap(({ key, type }, index) => {
    const before = types.get(key);
    if (before === undefined || before === type) return [];
    return [
      {
        path: `fields.${index}.type`,
        message: `This field already has answers of type ${before}. Add another field instead`,
      },
    ];
  });
}

function retiredAfter(form: FormRow, fields: readonly FormField[]): RetiredField[] {
  const kept = new Set(fields.map(({ key }) => key));
  const isAnswered = form.responsesCount + form.spamCount > 0;
  const leaving = isAnswered ? form.fields.map(({ key, label, type }) => ({ key, label, type })) : [];
  const all = new Map([...form.retiredFields, ...leaving].map((field) => [field.key, field]));
  return [...all.values()].filter(({ key }) => !kept.has(key));
}

/**
 * Changes a form: what is named, as a whole. Fields that are taken out keep their stored answers.
 * @throws AppError not_found; conflict when `version` is not the present one; invalid and forbidden as `createForm`,
 *   forbidden as `checkMayOpen` when it is published, and invalid for another type of a field that has answers and as
 *   `checkStillFits`
 */
export async function updateForm(
  scope: WorkspaceScope,
  formId: string,
  body: UpdateForm,
  now: Date,
): Promise<Form> {
  return transaction(async (tx) => {
    const before = orNotFound(await lockForm(tx, scope, formId), "Form");
    if (body.version !== undefined && body.version !== before.version) {
      throw new AppError("conflict", "Someone else has changed this form since. Load it again");
    }
    const fields = body.fields ?? before.fields;
    if (body.fields) refuse([...checkDefinition(fields), ...checkTypes(before, fields)]);
    const destination =
      body.destination === undefined ? withoutGone(before.destination, fields) : body.destination;
    if (body.destination) await checkDestination(tx, scope, fields, body.destination, now);
    else if (body.fields && destination) await checkStillFits(tx, before, fields, destination, now);
    const closesAt = body.closes_at;
    const after = {
      name: body.name ?? before.name,
      description: body.description ?? before.description,
      isPublic: body.is_public ?? before.isPublic,
      isIndexed: body.is_indexed ?? before.isIndexed,
      color: body.color === undefined ? before.color : body.color,
      fields,
      retiredFields: retiredAfter(before, fields),
      submitLabel: body.submit_label ?? before.submitLabel,
      thankYouText: body.thank_you_text ?? before.thankYouText,
      redirectUrl: body.redirect_url === undefined ? before.redirectUrl : body.redirect_url,
      closesAt: closesAt === undefined ? before.closesAt : closesAt === null ? null : new Date(closesAt),
      responsesMax: body.responses_max === undefined ? before.responsesMax : body.responses_max,
      destination,
      embedOrigins: body.embed_origins ? [...new Set(body.embed_origins)] : before.embedOrigins,
      proofOfWork: body.proof_of_work ?? before.proofOfWork,
      sendsReceipt: body.sends_receipt ?? before.sendsReceipt,
    };
    if (!before.isPublic) checkMayOpen(scope, after);
    checkFiles(before, after);
    const row = await updateFormRow(tx, before, after);
    const entry = {
      action: actionOf(before, row),
      target: { type: "form", id: row.id },
      before: auditedForm(before),
      after: auditedForm(row),
    };
    await recordAudit(tx, scope, entry, now);
    return presentForm(row, now);
  });
}

/** Fields that were taken out have no place in a mapping any more. */
function withoutGone(
  destination: FormRow["destination"],
  fields: readonly FormField[],
): FormRow["destination"] {
  if (destination === null) return null;
  const keys = new Set(fields.map(({ key }) => key));
  const mapping = Object.fromEntries(Object.entries(destination.mapping).filter(([key]) => keys.has(key)));
  return { ...destination, mapping };
}

function actionOf(before: FormRow, after: FormRow): string {
  if (before.isPublic === after.isPublic) return "form.updated";
  return after.isPublic ? "form.published" : "form.unpublished";
}
