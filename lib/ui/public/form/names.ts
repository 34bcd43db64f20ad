/* Names shared by a form's page and its script. */

/** The names of what a form's page posts besides the answers. No field's key begins like them. */
export const POSTED = { ticket: "_ticket", website: "_website" } as const;

/** The id of a field's control; for a group, of its first control. */
export function idOf(key: string): string {
  return `f-${key}`;
}

/** The key of the field that an issue is about. */
export function keyOf(path: string): string {
  return path.replace(/^values\./, "");
}

/** Where in a form somebody is, in words. */
export function placeWords(number: number, count: number): string {
  return `Page ${number} of ${count}`;
}

/** How many answers are wrong, in words. */
export function alertTitle(issuesCount: number): string {
  return issuesCount === 1 ? "One answer needs another look" : `${issuesCount} answers need another look`;
}
