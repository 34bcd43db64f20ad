/** At most `charsMax` of what people see as characters; a text that is cut ends in `…`. */
export function shortened(text: string, charsMax: number): string {
  const chars = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  if (chars.length <= charsMax) return text;
  const kept = chars.slice(0, charsMax - 1).join("");
  return `${kept.trimEnd()}…`;
}
