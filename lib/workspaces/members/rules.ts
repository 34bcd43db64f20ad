import { nameKey } from "@/lib/platform/name-key";

const WORD = /[\p{L}\p{N}_]/u;

/**
 * Those of `names` that a text mentions: `@` and the whole name, in any case, and neither in the middle of a word, such as
 * an email address, nor as the beginning of a longer one. Of two names at one place the longer is meant.
 * @returns the names as `nameKey` writes them
 */
export function mentionedNames(text: string, names: readonly string[]): Set<string> {
  const haystack = nameKey(text);
  const longestFirst = [...new Set(names.map(nameKey))].sort((a, b) => b.length - a.length);
  const mentioned = new Set<string>();
  for (let at = haystack.indexOf("@"); at >= 0; at = haystack.indexOf("@", at + 1)) {
    if (at > 0 && WORD.test(haystack[at - 1] ?? "")) continue;
    const name = longestFirst.find((each) => {
      const end = at + 1 + each.length;
      const after = [...haystack.slice(end, end + 2)][0] ?? "";
      return haystack.startsWith(each, at + 1) && !WORD.test(after);
    });
    if (name !== undefined) mentioned.add(name);
  }
  return mentioned;
}
