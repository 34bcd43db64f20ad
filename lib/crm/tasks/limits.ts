export const TASK_TITLE_CHARS_MAX = 255;
