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

/** What the server said of single fields, for a form; `form` holds what concerns none of them. */
export function formErrorsOf(error: unknown, fields: readonly string[]): Record<string, string> {
  const issues = error instanceof ApiError ? error.issues : [];
  const known = issues.filter(({ path }) => fields.includes(path));
  if (known.length === 0) return { form: sentenceOf(error) };
  return Object.fromEntries(known.map(({ path, message }) => [path, message]));
}
