import { fold, loosen } from "@/lib/platform/loose-text";
import { WORDS_MAX } from "@/lib/search/limits";
import { KINDS, type Kind } from "@/lib/search/schema";

/** What is looked for: a text made ready for the ways of looking. */
export type Sought = {
  /** As it was typed, for texts that are stored as they were typed. */
  words: string[];
  /** Without case and accents, as records keep their texts for searching. */
  folded: string[];
  /** As people type it who don't have its letters. Empty if that leaves nothing of it. */
  loose: string[];
  /** The number of a task, as in 12 or WEB-12, and the key before it. */
  task: { number: number; key: string | null } | null;
  /** Three letters or digits in a row of each word that has them: what an index of parts can be asked for. */
  runs: string[];
  /** Whether looking at more rows one by one makes sense where that index is of no use. */
  hasLetters: boolean;
};

/** Makes a text ready; null where it holds nothing to look for. */
export function readSought(text: string): Sought | null {
  const wordsOf = (of: string) => of.trim().split(/\s+/u).filter(Boolean).slice(0, WORDS_MAX);
  const [words, folded, loose] = [wordsOf(text), wordsOf(fold(text)), wordsOf(loosen(text))];
  if (words.length === 0 || folded.length === 0) return null;
  const [, key, digits] = /^(?:([A-Z][A-Z0-9]+)-)?(\d{1,9})$/.exec(text.trim().toUpperCase()) ?? [];
  return {
    words,
    folded,
    loose,
    task: digits === undefined ? null : { number: Number(digits), key: key ?? null },
    runs: folded.flatMap((word) => word.match(/[\p{L}\p{N}]{3,}/u)?.[0] ?? []),
    hasLetters: folded.some((word) => /[\p{L}\p{N}]{2,}/u.test(word)),
  };
}

/** How well a title fits: 0 it is the text, 1 it begins with it, 2 each word begins one of its words, 3 otherwise. */
export function rankOf({ loose }: Pick<Sought, "loose">, title: string): number {
  const text = loosen(title);
  const whole = loose.join(" ");
  if (text === whole) return 0;
  if (text.startsWith(whole)) return 1;
  const words = text.split(/[^\p{L}\p{N}]+/u);
  return loose.every((word) => words.some((each) => each.startsWith(word))) ? 2 : 3;
}

type Ranked = { kind: Kind; title: string; rank: number };

/** The best of each kind, at most so many, in one list with the best first. Equals stay in the order of the kinds. */
export function best<T extends Ranked>(found: readonly T[], limitPerKind: number): T[] {
  return KINDS.flatMap((kind) =>
    found
      .filter((each) => each.kind === kind)
      .sort((a, b) => a.rank - b.rank || a.title.length - b.title.length)
      .slice(0, limitPerKind),
  ).sort((a, b) => a.rank - b.rank);
}
