export const WORKSPACE_NAME_CHARS_MAX = 100;
export const SLUG_TRIES_MAX = 5;
/** Of a workspace or a project, those that the service knows among them. */
export const FLAGS_MAX = 50;
export const FLAG_NAME_CHARS_MAX = 64;
/** That one person has founded, switched-off ones counted: nothing else takes them away. */
export const WORKSPACES_PER_DEVELOPER_MAX = 250;
/** People whom one text can mention: those beyond hear nothing of it. */
export const MENTIONED_MAX = 20;
