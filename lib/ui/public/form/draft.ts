import type { FormValues } from "@/lib/forms/rules";
import type { PublicFormField } from "@/lib/forms/schema";

const NOT_KEPT: readonly string[] = ["hidden", "file", "consent"];

function nameOf(formId: string): string {
  return `form-draft:${formId}`;
}

/** What was typed on this device and never sent; empty where nothing was, or nothing can be kept. */
export function readDraft(formId: string): FormValues {
  try {
    return JSON.parse(localStorage.getItem(nameOf(formId)) ?? "{}");
  } catch {
    return {};
  }
}

/** Keeps what is typed on this device, but no consent and nothing that came with the address. */
export function writeDraft(formId: string, fields: readonly PublicFormField[], values: FormValues): void {
  const kept = fields.filter(({ type }) => !NOT_KEPT.includes(type)).map(({ key }) => [key, values[key]]);
  try {
    localStorage.setItem(nameOf(formId), JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A browser that keeps nothing still fills in forms.
  }
}

export function forgetDraft(formId: string): void {
  try {
    localStorage.removeItem(nameOf(formId));
  } catch {
    // Then there was none.
  }
}
