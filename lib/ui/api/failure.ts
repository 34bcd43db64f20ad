import { notifications } from "@mantine/notifications";
import { ApiError } from "@/lib/ui/api/client";

/** What the server can't know or say for itself, by status. Pages offer only what is there and permitted. */
const REMARKS: Record<number, (detail: string) => string> = {
  403: (detail) => (detail === "Permission denied" ? `${detail}: what you may do here has changed.` : detail),
  404: (detail) => (detail.endsWith(" not found") ? `${detail}: somebody may have deleted it.` : detail),
  500: (detail) => `${detail} Please try again.`,
};

/** Why something failed, in a sentence for people, and what to do if the server does not say. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "That did not work. Please try again.";
  return REMARKS[error.status]?.(error.detail) ?? error.detail;
}

/** Shows a toast saying what failed, and why. */
export function notifyFailure(title: string, error: unknown): void {
  notifications.show({ color: "red", title, message: sentenceOf(error) });
}

/** What a mutation is called with, so that a toast says when it has failed. */
export function failureNotice(title: string) {
  return { onError: (error: unknown) => notifyFailure(title, error) };
}

/**
 * The server's errors by form field; `form` has those that concern no field.
 * @param within the part of the body that the form covers, with a dot: "config."
 */
export function formErrorsOf(error: unknown, fields: readonly string[], within = ""): Record<string, string> {
  const issues = error instanceof ApiError ? error.issues : [];
  const known = issues.flatMap(({ path, message }) => {
    const field = fields.find((each) => path === within + each);
    return field === undefined ? [] : [[field, message]];
  });
  return known.length === 0 ? { form: sentenceOf(error) } : Object.fromEntries(known);
}
