/** What is wrong with a name: it needs more than blanks. */
export function nameProblem(name: string): string | null {
  return name.trim() === "" ? "Give it a name" : null;
}
