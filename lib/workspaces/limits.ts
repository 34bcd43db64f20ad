export const WORKSPACE_NAME_CHARS_MAX = 100;
export const SLUG_CHARS_MAX = 63;
export const SLUG_TRIES_MAX = 5;
