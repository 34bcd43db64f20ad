/** An error for the people who back up or restore: a text for the terminal that says what to do next. */
export class BackupError extends Error {}
