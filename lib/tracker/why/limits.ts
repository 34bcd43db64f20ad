/** How much of a text that speaks for a project is told, in characters. */
export const EVIDENCE_CHARS_MAX = 200;
