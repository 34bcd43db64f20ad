/** What one developer changed, with the changed lines by language. */
export type Contribution = {
  developerId: string;
  commits: number;
  additions: number;
  deletions: number;
  linesByLanguage: Readonly<Record<string, number>>;
};

export type LanguageUse = { language: string; lines: number; developers: number; busFactor: number };

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A part of a whole, from 0 to 1; 0 where there is no whole. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/**
 * The bus factor of a body of work: the smallest number of people who together made at least half of its changed lines;
 * 0 if nobody changed any. If they left, most of what is known about it would leave with them.
 */
export function busFactorOf(linesByPerson: readonly number[]): number {
  const half = sum(linesByPerson) / 2;
  if (half === 0) return 0;
  let people = 0;
  let lines = 0;
  for (const each of linesByPerson.toSorted((a, b) => b - a)) {
    if (lines >= half) break;
    lines += each;
    people += 1;
  }
  return people;
}

/** Lines, people and bus factor of each language that anyone changed, most lines first. */
export function languageUses(contributions: readonly Contribution[]): LanguageUse[] {
  const linesOf = new Map<string, number[]>();
  for (const { linesByLanguage } of contributions) {
    for (const [language, lines] of Object.entries(linesByLanguage)) {
      if (lines > 0) linesOf.set(language, [...(linesOf.get(language) ?? []), lines]);
    }
  }
  return [...linesOf]
    .map(([language, lines]) => ({
      language,
      lines: sum(lines),
      developers: lines.length,
      busFactor: busFactorOf(lines),
    }))
    .sort((a, b) => b.lines - a.lines || (a.language < b.language ? -1 : 1));
}

/** Commits and changed lines of all of them together. */
export function totalOf(contributions: readonly Contribution[]) {
  return {
    commits: sum(contributions.map((each) => each.commits)),
    additions: sum(contributions.map((each) => each.additions)),
    deletions: sum(contributions.map((each) => each.deletions)),
  };
}
