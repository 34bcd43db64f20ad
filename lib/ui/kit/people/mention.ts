/** A name that is being written: `@` and what there is of it, up to the cursor. Names have a few words. */
const BEGUN = /(?<![\p{L}\p{N}_])@((?:[\p{L}\p{N}_][^\s@]*(?: [^\s@]*){0,3})?)$/u;

/** Where somebody begins to mention a person in a text that ends at the cursor, and what of the name is there; or null. */
export function mentionBegun(text: string): { at: number; typed: string } | null {
  const found = BEGUN.exec(text);
  return found && { at: found.index, typed: found[1] ?? "" };
}

/** Whether somebody may be meant: what was typed occurs in their name or address. A name that is complete is not. */
export function isMeant(typed: string, { name, email }: { name: string; email: string }): boolean {
  const [part, whole] = [typed.toLowerCase(), name.toLowerCase()];
  return name !== "" && (whole.includes(part) || email.toLowerCase().startsWith(part));
}
