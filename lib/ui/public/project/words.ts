import type { RequestStatus } from "@/lib/projects/requests/schema";
import type { TaskStatus } from "@/lib/projects/tasks/schema";

export type Status = RequestStatus;

export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  open: "Open",
  planned: "Planned",
  in_progress: "In progress",
  done: "Done",
  declined: "Declined",
};

export const TASK_WORDS: Readonly<Record<TaskStatus, string>> = {
  backlog: "Backlog",
  todo: "To do",
  in_progress: "In progress",
  in_review: "In review",
  done: "Done",
  cancelled: "Cancelled",
};

/** `1 vote`, `2 votes`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
