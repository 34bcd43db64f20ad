/** No number or date is longer; what is looked through for one must not take long. */
export const READ_CHARS_MAX = 80;

/** A digit of a script in use as one of ours. Unicode has those of a script in a row, whose zero ends in 0 or 6. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  // Of the digits beyond, some rows begin elsewhere.
  if (code > 0xffff) return digit;
  const place = code % 16;
  return String(place < 10 && /\p{Nd}/u.test(String.fromCodePoint(code - place)) ? place : place - 6);
}

/** What numbers and dates are written with in any script as it is in ours: digits, separators, spaces, minus signs. */
export function plain(text: string): string {
  return text
    .replace(/[\u061c\u200e\u200f]/g, "")
    .replace(/[\u00a0\u2007\u2009\u202f]/g, " ")
    .replace(/[\u2010-\u2013\u2212]/g, "-")
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/\u066b/g, ".")
    .replace(/\u066c/g, "'")
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
