import type { FormValues } from "@/lib/forms/rules";
import type { PublicFormField } from "@/lib/forms/schema";

const NOT_KEPT: readonly string[] = ["hidden", "file", "consent"];

function nameOf(formId: string): string {
  return `form-draft:${formId}`;
}

/** What was typed on this device but never sent; empty if there is nothing, or storage is not available. */
export function readDraft(formId: string): FormValues {
  try {
    return JSON.parse(localStorage.getItem(nameOf(formId)) ?? "{}");
  } catch {
    return {};
  }
}

/** Saves what is typed on this device, except consent and values from the address. */
export function writeDraft(formId: string, fields: readonly PublicFormField[], values: FormValues): void {
  const kept = fields.filter(({ type }) => !NOT_KEPT.includes(type)).map(({ key }) => [key, values[key]]);
  try {
    localStorage.setItem(nameOf(formId), JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A form can be filled in even if the browser stores nothing.
  }
}

export function forgetDraft(formId: string): void {
  try {
    localStorage.removeItem(nameOf(formId));
  } catch {
    // Then there was no draft.
  }
}
