import { AppError } from "@/lib/http/app-error";

/** The condition of a change: none (null), that the thing exists ("any"), or that it has one of these tags. */
export type IfMatch = null | "any" | readonly string[];

/** An element of the list, or its end. Empty elements are skipped (RFC 9110, 5.6.1). */
const ELEMENT = /[ \t,]*(?:(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?=,|$)|$)/y;

/** The entity tag of a version, as `ETag` and `If-Match` write it. */
export function entityTag(version: number): string {
  return `"${version}"`;
}

/**
 * Reads `If-Match` (RFC 9110, 13.1.1): `*`, or entity tags with commas between them. Tags are compared strongly, so weak
 * ones (`W/"3"`) are read and match nothing.
 * @returns the strong tags, quotes included
 * @throws AppError bad_request for anything else, bare numbers too: a condition is not guessed
 */
export function readIfMatch(header: string | null): IfMatch {
  if (header === null) return null;
  if (header.trim() === "*") return "any";
  const tags: { isWeak: boolean; tag: string }[] = [];
  ELEMENT.lastIndex = 0;
  for (;;) {
    const found = ELEMENT.exec(header);
    if (found?.[2] === undefined) {
      if (found !== null && tags.length > 0) return tags.flatMap(({ isWeak, tag }) => (isWeak ? [] : [tag]));
      throw new AppError("bad_request", 'If-Match takes entity tags as ETag shows them, such as "3", or *.');
    }
    tags.push({ isWeak: found[1] !== undefined, tag: found[2] });
  }
}

/** Whether a thing in this version may be changed under a condition. */
export function isMatched(ifMatch: IfMatch, version: number): boolean {
  return ifMatch === null || ifMatch === "any" || ifMatch.includes(entityTag(version));
}
