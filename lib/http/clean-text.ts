const UNSEEN_CONTROLS = /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;

/**
 * A text with line breaks as `\n`, without control characters and those that change the direction of the text after
 * them.
 */
export function withoutUnseen(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(UNSEEN_CONTROLS, "");
}

/**
 * A text for others to read, without misleading characters: control characters, and those that change the direction of
 * the text after them. In a single line, line breaks become spaces.
 */
export function cleanText(text: string, isMultiline: boolean): string {
  const seen = withoutUnseen(text);
  return (isMultiline ? seen : seen.replace(/[\n\t\u2028\u2029]+/g, " ")).trim();
}
