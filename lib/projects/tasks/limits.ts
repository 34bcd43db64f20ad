export const TASK_TITLE_CHARS_MAX = 255;
export const TASK_DESCRIPTION_CHARS_MAX = 20_000;
export const TASK_LABELS_MAX = 20;
export const LABEL_CHARS_MAX = 50;
export const TASKS_PER_SELECTION_MAX = 200;
/** The newest tasks of a project whose labels are on offer for others. */
export const LABELLED_TASKS_LOOKED_AT = 2_000;
/** The newest tasks of a project that are looked through for titles with accents that a search lacks. */
export const LOOSE_TASKS_LOOKED_AT = 10_000;
/** How many of those are found at most. */
export const LOOSE_TASKS_MAX = 1_000;
export const COMMENT_CHARS_MAX = 10_000;
/** What a log of changes keeps of a title. */
export const CHANGED_TEXT_CHARS_MAX = 255;
export const BOARD_COLUMN_TASKS_MAX = 100;
/** A position grows when tasks are put between the same two over and over; past this the column is spaced anew. */
export const POSITION_CHARS_MAX = 50;
