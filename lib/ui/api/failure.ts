"use client";

import { notifications } from "@mantine/notifications";
import { ApiError } from "@/lib/ui/api/client";

/** Why something did not work, in one sentence for people. */
export function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.detail : "That did not work. Please try again.";
}

/** Says in a toast what was not done, and why. */
export function notifyFailure(title: string, error: unknown): void {
  notifications.show({ color: "red", title, message: sentenceOf(error) });
}

/**
 * What the server said of single fields, for a form; `form` holds what concerns none of them.
 * @param within the part of the body that the form is about, with a dot: "config."
 */
export function formErrorsOf(error: unknown, fields: readonly string[], within = ""): Record<string, string> {
  const issues = error instanceof ApiError ? error.issues : [];
  const known = issues.flatMap(({ path, message }) => {
    const field = fields.find((each) => path === within + each);
    return field === undefined ? [] : [[field, message]];
  });
  return known.length === 0 ? { form: sentenceOf(error) } : Object.fromEntries(known);
}
