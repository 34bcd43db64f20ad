export const TASK_TITLE_CHARS_MAX = 255;
export const TASK_DESCRIPTION_CHARS_MAX = 20_000;
export const BOARD_COLUMN_TASKS_MAX = 100;
/** A position grows when tasks are put between the same two over and over; past this the column is spaced anew. */
export const POSITION_CHARS_MAX = 50;
