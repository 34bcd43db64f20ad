import type { Task } from "@/lib/platform/rows";
import { CHANGED_TEXT_CHARS_MAX } from "@/lib/projects/tasks/limits";
import { presentDay } from "@/lib/projects/tasks/present";

/** What people see change of a task. */
export type Shown = Pick<
  Task,
  "title" | "description" | "status" | "assigneeId" | "priority" | "labels" | "dueOn"
>;

export type Change = { field: string; old: string | string[] | null; new: string | string[] | null };

const cut = (text: string) => text.slice(0, CHANGED_TEXT_CHARS_MAX).toWellFormed();

/** Each field as the log tells of it. Of a description it tells only that it is another: texts are long. */
function logged(task: Shown): Record<string, string | string[] | null> {
  return {
    title: cut(task.title),
    status: task.status,
    assignee_id: task.assigneeId,
    priority: task.priority,
    labels: task.labels,
    due_on: presentDay(task.dueOn),
  };
}

/** What differs between a task before and after a change, field by field; a place on the board is no change. */
export function changesOf(before: Shown, after: Shown): Change[] {
  const [old, now] = [logged(before), logged(after)];
  const changes = Object.keys(old).flatMap((field): Change[] => {
    const [was, is] = [old[field] ?? null, now[field] ?? null];
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field, old: was, new: is }];
  });
  return before.description === after.description
    ? changes
    : [...changes, { field: "description", old: null, new: null }];
}
