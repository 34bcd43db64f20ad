import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";

/** A position between two others; null means the start or the end of the column. */
export function positionBetween(lower: string | null, upper: string | null): string {
  return generateKeyBetween(lower, upper);
}

/** Short positions for a whole column of so many tasks. */
export function evenPositions(count: number): string[] {
  return generateNKeysBetween(null, null, count);
}

/** The name of a task, as people write it: WEB-12. */
export function taskKey(projectKey: string, number: number): string {
  return `${projectKey}-${number}`;
}

/** Labels without those that say the same but for case; the first spelling stays. */
export function distinctLabels(labels: readonly string[]): string[] {
  const known = new Set<string>();
  return labels.filter((label) => {
    const folded = label.toLowerCase();
    const isNew = !known.has(folded);
    known.add(folded);
    return isNew;
  });
}

/** The number that a search means, as in 12 or WEB-12; null where it means none of this project. */
export function numberSought(search: string, projectKey: string): number | null {
  const [, key, digits] = /^(?:([A-Z][A-Z0-9]+)-)?(\d{1,9})$/.exec(search.trim().toUpperCase()) ?? [];
  return digits !== undefined && (key === undefined || key === projectKey) ? Number(digits) : null;
}
