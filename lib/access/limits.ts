export const ROLE_NAME_CHARS_MAX = 60;
export const ROLE_DESCRIPTION_CHARS_MAX = 500;
/** The owner's priority is out of reach for any other role. */
export const ROLE_PRIORITY_MAX = 998;
export const ROLE_PRIORITY_DEFAULT = 50;
export const ROLES_PER_WORKSPACE_MAX = 1000;
