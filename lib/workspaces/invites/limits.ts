export const INVITE_DAYS = 7;
export const MAILED_NAME_CHARS_MAX = 60;
export const INVITE_TOKEN_CHARS = 43;
export const OPEN_INVITES_PER_WORKSPACE_MAX = 500;
