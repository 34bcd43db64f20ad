/*
 * Text that a spreadsheet would run as a formula is written with an apostrophe in front. Readers take one away again, so
 * text that begins with apostrophes of its own and then like a formula gets one more.
 */

const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const ESCAPED = /^'+[=+\-@\t\r＝＋－＠]/;

/** Whether a cell begins as one that was escaped. */
export function isEscaped(cell: string): boolean {
  return ESCAPED.test(cell);
}

/** A text as a cell that no spreadsheet runs; `unescaped` gives the text back. */
export function escaped(text: string): string {
  return FORMULA.test(text) || ESCAPED.test(text) ? `'${text}` : text;
}

/** The text of a cell that may have been escaped. */
export function unescaped(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}
