/** What people are told who back up or restore: words for a terminal, with what to do next. */
export class BackupError extends Error {}
