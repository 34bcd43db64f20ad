import type { Options, Reading } from "@/lib/crm/values/schema";
import { nameKey } from "@/lib/platform/name-key";

// Of many languages at once: no word of theirs means yes in one and no in another.
const YES = new Set(
  "true yes y 1 x on ja j oui si sí sì sim tak kyllä ano igen wahr vrai verdadero verdadeiro vero ✓ ✔ ☑".split(
    " ",
  ),
);
const NO = new Set(
  "false no n 0 off nein non não nao nee nej nei nie ei ne nem falsch faux falso fałsz ✗ ✘ ☐".split(" "),
);

/** Yes or no, in the words and signs of many languages. */
export function readYesNo(cell: string): Reading {
  if (YES.has(nameKey(cell))) return { value: true };
  return NO.has(nameKey(cell)) ? { value: false } : { fault: "Not yes or no" };
}

/** An option by its value, as exports write it, or else by its label: one may be called now as another's value is. */
export function optionOf(text: string, options: Options): string | undefined {
  const found =
    options.find(({ value }) => value === text) ??
    options.find(({ label }) => nameKey(label) === nameKey(text));
  return found?.value;
}

/** An option by its value or label; another text is left to validation. */
export function readChoice(cell: string, options: Options): Reading {
  return { value: optionOf(cell, options) ?? cell };
}

/** Options parted by semicolons; by commas where each part is an option. */
export function readChoices(cell: string, options: Options): Reading {
  const parts = cell.split(";").map((part) => part.trim());
  // Commas part options only where each part is one: labels may hold commas themselves.
  const byComma =
    parts.length === 1 && !optionOf(cell, options) ? cell.split(",").map((part) => part.trim()) : [];
  const isByComma = byComma.length > 1 && byComma.every((part) => optionOf(part, options));
  const chosen = isByComma ? byComma : parts;
  return { value: chosen.flatMap((part) => (part === "" ? [] : [optionOf(part, options) ?? part])) };
}

const BARE_HOST = /^(?:[\p{L}\d][\p{L}\d-]*\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/** A web address, which people write without its scheme. */
export function readWebAddress(cell: string): Reading {
  return { value: BARE_HOST.test(cell) ? `https://${cell}` : cell };
}
