const UNSEEN_CONTROLS = /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;

/** A text with line breaks as `\n`, without control characters and those that turn the direction of what follows. */
export function withoutUnseen(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(UNSEEN_CONTROLS, "");
}

/**
 * A text that others will read, without the characters that only mislead: control characters, and those that turn the
 * direction of what follows. A single line has its line breaks as spaces.
 */
export function cleanText(text: string, isMultiline: boolean): string {
  const seen = withoutUnseen(text);
  return (isMultiline ? seen : seen.replace(/[\n\t\u2028\u2029]+/g, " ")).trim();
}
