export const NOTE_CHARS_MAX = 20_000;
