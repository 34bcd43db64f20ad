/** A text as Postgres can store it, cut to length. */
export function storable(text: string, charsMax: number): string {
  return text.toWellFormed().replaceAll("\0", "").slice(0, charsMax).toWellFormed();
}
