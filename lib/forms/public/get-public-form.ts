import { publicFields } from "@/lib/forms/definition/rules";
import { challengeFor } from "@/lib/forms/public/proof-of-work";
import { openTicket } from "@/lib/forms/public/ticket";
import { formState } from "@/lib/forms/rules";
import type { PublicForm } from "@/lib/forms/schema";
import { type FormRow, findPublicForm } from "@/lib/forms/store";
import { orNotFound } from "@/lib/http/app-error";

/** A public form as it is stored. @throws AppError not_found, alike for unknown, private, deleted and inactive */
export async function getPublicFormRow(formId: string): Promise<FormRow> {
  return orNotFound(await findPublicForm(formId), "Form");
}

/**
 * A form as visitors get it: its visible fields, a ticket that says when it was given out, and a challenge where it asks
 * for one.
 * @throws AppError not_found
 */
export async function getPublicForm(formId: string, now: Date): Promise<PublicForm> {
  const form = await getPublicFormRow(formId);
  const state = formState(form, now);
  return {
    id: form.id,
    name: form.name,
    description: form.description,
    state: state === "draft" ? "closed" : state,
    is_indexed: form.isIndexed,
    color: form.color,
    has_logo: form.logoType !== null,
    fields: publicFields(form.fields),
    submit_label: form.submitLabel,
    embed_origins: form.embedOrigins,
    ticket: openTicket(form.id, now),
    captcha: form.proofOfWork ? challengeFor(form.id, now) : null,
  };
}
