import type { z } from "zod";
import type { RequestStatus } from "@/lib/projects/requests/schema";
import type { TaskStatus } from "@/lib/projects/tasks/schema";

export type Status = z.output<typeof RequestStatus>;

export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  open: "Open",
  planned: "Planned",
  in_progress: "In progress",
  done: "Done",
  declined: "Declined",
};

export const TASK_WORDS: Readonly<Record<z.output<typeof TaskStatus>, string>> = {
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
