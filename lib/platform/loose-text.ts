/*
 * Texts compared as people type them who don't have their letters: `José`, `Straße` and `O'Brien` as `jose`, `strasse`
 * and `obrien`. `loose-sql.ts` does the same in Postgres.
 */

/** Letters that are often written as others, and have no accent that could be taken away. */
export const SPELLINGS = {
  ß: "ss",
  ẞ: "ss",
  æ: "ae",
  Æ: "ae",
  œ: "oe",
  Œ: "oe",
  þ: "th",
  Þ: "th",
  ø: "o",
  Ø: "o",
  ł: "l",
  Ł: "l",
  đ: "d",
  Đ: "d",
  ð: "d",
  Ð: "d",
  ı: "i",
} as const;
/** What is often left out. */
export const APOSTROPHES = "'’‘ʼ";
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, "gu");

/** Text as it is searched: without case, accents and control characters. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/\p{Cc}/gu, " ");
}

/** Text as people type it who don't have its letters. */
export function loosen(text: string): string {
  const plain = Object.entries(SPELLINGS).reduce((now, [letter, as]) => now.replaceAll(letter, as), text);
  return fold(plain.replaceAll(APOSTROPHE, ""));
}
