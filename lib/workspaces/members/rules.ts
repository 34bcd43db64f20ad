const WORD = /[\p{L}\p{N}_]/u;

/**
 * Whether a text mentions somebody: `@` and their whole name, in any case, and neither in the middle of a word, such as an
 * email address, nor as the beginning of a longer one.
 */
export function mentionsName(text: string, name: string): boolean {
  const [haystack, needle] = [text.toLowerCase(), `@${name.toLowerCase()}`];
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) {
    const before = at === 0 ? "" : (haystack[at - 1] ?? "");
    const after = [...haystack.slice(at + needle.length, at + needle.length + 2)][0] ?? "";
    if (!WORD.test(before) && !WORD.test(after)) return true;
  }
  return false;
}
