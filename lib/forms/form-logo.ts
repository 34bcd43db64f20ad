import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { getPublicFormRow } from "@/lib/forms/public/get-public-form";
import type { FormLogo, SetFormLogo } from "@/lib/forms/schema";
import { findForm, findFormLogo, lockForm, updateFormLogo } from "@/lib/forms/store";
import { orNotFound } from "@/lib/http/app-error";
import { dataUrlOf, type Picture, readLogo } from "@/lib/http/logo";
import { db, transaction } from "@/lib/platform/database";

/** The logo of a form, as its builders see it. @throws AppError not_found */
export async function getFormLogo(scope: WorkspaceScope, formId: string): Promise<FormLogo> {
  const form = orNotFound(await findForm(db(), scope, formId), "Form");
  const logo = await findFormLogo(db(), form.id);
  return { logo: logo && dataUrlOf(logo) };
}

/**
 * Gives a form a logo, or takes it away. Visitors see that at once: it is no part of what is edited and then published.
 * @throws AppError not_found, invalid if it is not the picture that it says it is
 */
export async function setFormLogo(
  scope: WorkspaceScope,
  formId: string,
  body: SetFormLogo,
  now: Date,
): Promise<FormLogo> {
  const logo = body.logo === null ? null : readLogo(body.logo);
  await transaction(async (tx) => {
    const form = orNotFound(await lockForm(tx, scope, formId), "Form");
    const hadLogo = form.logoType !== null;
    if (!hadLogo && logo === null) return;
    await updateFormLogo(tx, form.id, logo);
    const entry = {
      action: "form.updated",
      target: { type: "form", id: form.id },
      before: { name: form.name, has_logo: hadLogo },
      after: { name: form.name, has_logo: logo !== null },
    };
    await recordAudit(tx, scope, entry, now);
  });
  return { logo: body.logo };
}

/** The logo of a public form as a picture. @throws AppError not_found, also if it has none */
export async function getPublicLogo(formId: string): Promise<Picture> {
  const form = await getPublicFormRow(formId);
  return orNotFound(await findFormLogo(db(), form.id), "Logo");
}
