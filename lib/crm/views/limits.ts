export const VIEWS_PER_OBJECT_MAX = 100;
export const VIEW_NAME_CHARS_MAX = 100;
export const VIEW_COLUMNS_MAX = 100;
