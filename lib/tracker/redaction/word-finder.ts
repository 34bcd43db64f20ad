const START_CHARS = 2;

/**
 * Makes a search for many words at once: given a text, it answers what the words stand for that the text holds. Words are
 * kept by how they begin, so that it takes about as long for hundreds as for one.
 * @param entries words, none of them empty, each with what it stands for; letters must be of the same case as in the texts
 */
export function wordFinder<T>(entries: Iterable<readonly [word: string, of: T]>): (text: string) => Set<T> {
  const byStart = new Map<string, Map<string, T[]>>();
  for (const [word, of] of entries) {
    const start = word.slice(0, START_CHARS);
    const words = byStart.get(start) ?? new Map<string, T[]>();
    byStart.set(start, words.set(word, [...(words.get(word) ?? []), of]));
  }
  const lengths = [...new Set([...byStart.keys()].map((start) => start.length))];
  return (text) => {
    const found = new Set<T>();
    for (let at = 0; at < text.length; at++) {
      for (const length of lengths) {
        const words = byStart.get(text.slice(at, at + length));
        if (words === undefined) continue;
        for (const [word, ofs] of words) if (text.startsWith(word, at)) for (const of of ofs) found.add(of);
      }
    }
    return found;
  };
}
