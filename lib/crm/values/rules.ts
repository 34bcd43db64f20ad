/** No number or date is longer; what is looked through for one must not take long. */
export const READ_CHARS_MAX = 80;

/** A text as names are compared: without case, and with each accent written in the same way, composed or not. */
export function alike(text: string): string {
  return text.toLowerCase().normalize("NFC");
}

/** Spaces of all widths as plain ones, and every minus sign as a hyphen. */
export function plain(text: string): string {
  return text
    .replace(/[\u00a0\u2007\u2009\u202f]/g, " ")
    .replace(/[\u2212\u2013]/g, "-")
    .trim();
}

/** Whether there is no value: nothing, a text of spaces or an empty list. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === "string" && value.trim() === "") ||
    (Array.isArray(value) && value.length === 0)
  );
}
