export const SIGNATURE_AGE_S_MAX = 300;
export const CHAT_TEXT_CHARS_MAX = 4_000;
export const CHAT_ID_CHARS_MAX = 100;
export const CHAT_TEAM_NAME_CHARS_MAX = 100;
/** How long the command that connects a chat team is good. */
export const CONNECT_TOKEN_MINUTES = 30;
