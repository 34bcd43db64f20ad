const QUOTED_CHARS_MAX = 60;

/** What is said at a field that its reader and somebody else have changed at once. */
export function clashText(theirs: unknown): string {
  const isShort =
    (typeof theirs === "string" || typeof theirs === "number") && `${theirs}`.length <= QUOTED_CHARS_MAX;
  const said = theirs === "" ? "cleared this" : isShort ? `changed this to “${theirs}”` : "changed this";
  return `Somebody else has just ${said}. Save to keep yours.`;
}
