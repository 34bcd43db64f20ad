import { type FieldRule, type FormValues, valuesFromTexts } from "@/lib/forms/rules";
import type { PublicFormField } from "@/lib/forms/schema";

/* What a drawn form says of itself, and what is filled in there. */

/** A `data-` attribute of a form. Not by `dataset`, in whose place the answer to a field with that key may be. */
export function dataOf(form: HTMLFormElement, name: "id" | "fields" | "captcha" | "parents"): string | null {
  return form.getAttribute(`data-${name}`);
}

export function fieldsOf(form: HTMLFormElement): PublicFormField[] {
  return JSON.parse(dataOf(form, "fields") ?? "[]");
}

/** The answers that a form holds. */
export function answersIn(form: HTMLFormElement, fields: readonly FieldRule[]): FormValues {
  const texts = [...new FormData(form)].flatMap(([name, entry]): [string, string][] =>
    typeof entry === "string" ? [[name, entry]] : [],
  );
  return valuesFromTexts(fields, texts);
}
