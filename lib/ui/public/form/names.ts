/* What the page of a form and its script call things by. */

/** The names that a page of a form posts beside the answers. No field's key begins so. */
export const POSTED = { ticket: "_ticket", website: "_website" } as const;

/** The id of a field's control; of a group, its first one. */
export function idOf(key: string): string {
  return `f-${key}`;
}

/** How many answers are not right, in words. */
export function alertTitle(issuesCount: number): string {
  return issuesCount === 1 ? "One answer needs another look" : `${issuesCount} answers need another look`;
}
