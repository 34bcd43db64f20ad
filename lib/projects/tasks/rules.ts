import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import { nameKey } from "@/lib/platform/name-key";

/** A position between two others; null means the start or the end of the column. */
export function positionBetween(lower: string | null, upper: string | null): string {
  return generateKeyBetween(lower, upper);
}

/** Positions for several that are to stand together between two others, in their order. */
export function positionsBetween(lower: string | null, upper: string | null, count: number): string[] {
  return generateNKeysBetween(lower, upper, count);
}

/** Short positions for a whole column of so many tasks. */
export function evenPositions(count: number): string[] {
  return positionsBetween(null, null, count);
}

const AT_REST: readonly string[] = ["done", "cancelled"];

/** Whether there is nothing left to do about a task with that status. */
export function isAtRest(status: string): boolean {
  return AT_REST.includes(status);
}

/** The name of a task, as people write it: WEB-12. */
export function taskKey(projectKey: string, number: number): string {
  return `${projectKey}-${number}`;
}

/**
 * Labels without those that say the same but for case; the first spelling stays. Accents are written in one way: as a
 * letter with its accent, or the accent after it, they look the same.
 */
export function distinctLabels(labels: readonly string[]): string[] {
  const known = new Set<string>();
  const composed = labels.map((label) => label.normalize("NFC"));
  return composed.filter((label) => {
    const isNew = !known.has(nameKey(label));
    known.add(nameKey(label));
    return isNew;
  });
}

/** Labels with some taken away, whatever their case, and others added at the end. */
export function relabelled(
  labels: readonly string[],
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): string[] {
  const gone = new Set(removed.map(nameKey));
  return distinctLabels([...labels.filter((label) => !gone.has(nameKey(label))), ...added]);
}

/** The number that a search means, as in 12 or WEB-12; null where it means none of this project. */
export function numberSought(search: string, projectKey: string): number | null {
  const [, key, digits] = /^(?:([A-Z][A-Z0-9]+)-)?(\d{1,9})$/.exec(search.trim().toUpperCase()) ?? [];
  return digits !== undefined && (key === undefined || key === projectKey) ? Number(digits) : null;
}
