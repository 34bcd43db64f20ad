import type { FormValues } from "@/lib/forms/rules";
import type { PublicFormField } from "@/lib/forms/schema";

const NOT_KEPT: readonly string[] = ["hidden", "file", "consent"];

/** By field: what was typed, and what the page had come with there, such as an answer from its address. */
type Draft = Record<string, { typed?: FormValues[string]; over?: FormValues[string] } | null>;

function nameOf(formId: string): string {
  return `form-draft:${formId}`;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/**
 * What was typed on this device but never sent; empty if there is nothing, or storage is not available.
 * @param startedWith what the page comes with: where that is another answer than when the draft was typed, as in another
 *   link's address, it stays
 */
export function readDraft(formId: string, startedWith: FormValues): FormValues {
  try {
    const draft: Draft = JSON.parse(localStorage.getItem(nameOf(formId)) ?? "{}");
    return Object.fromEntries(
      Object.entries(draft).flatMap(([key, kept]) =>
        kept?.typed !== undefined && isSame(kept.over, startedWith[key]) ? [[key, kept.typed]] : [],
      ),
    );
  } catch {
    return {};
  }
}

/** Saves what was typed on this device over what the page came with, except consent and hidden values. */
export function writeDraft(
  formId: string,
  fields: readonly PublicFormField[],
  values: FormValues,
  startedWith: FormValues,
): void {
  const draft: Draft = {};
  for (const { key, type } of fields) {
    const [typed, over] = [values[key] ?? null, startedWith[key] ?? null];
    if (!NOT_KEPT.includes(type) && !isSame(typed, over)) draft[key] = { typed, over };
  }
  try {
    localStorage.setItem(nameOf(formId), JSON.stringify(draft));
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
