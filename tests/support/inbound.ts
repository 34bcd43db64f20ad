/** Each variant of a text with one of its characters changed. */
export function alterations(text: string): string[] {
  return Array.from(
    text,
    (letter, at) => `${text.slice(0, at)}${letter === "A" ? "B" : "A"}${text.slice(at + 1)}`,
  );
}
