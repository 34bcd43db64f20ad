/** How many characters of a piece of evidence are shown. */
export const EVIDENCE_CHARS_MAX = 200;
