import type { z } from "zod";
import { taskKey } from "@/lib/projects/tasks/rules";
import { type Board, type BoardTask, type Task, TaskPriority, TaskStatus } from "@/lib/projects/tasks/schema";
import type { BoardRow, EmptyColumnRow, TaskRow } from "@/lib/projects/tasks/store";

/** A day of a `date` column as it goes over the wire. */
export function presentDay(day: Date | null): string | null {
  return day?.toISOString().slice(0, 10) ?? null;
}

type Shown = Omit<TaskRow, "description">;

function presentCard(row: Shown, project: { key: string }): z.input<typeof BoardTask> {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    project_id: row.projectId,
    key: taskKey(project.key, row.number),
    number: row.number,
    title: row.title,
    status: TaskStatus.parse(row.status),
    position: row.position,
    assignee_id: row.assigneeId,
    assignee: row.assignee && { name: row.assignee.name, avatar_url: row.assignee.avatarUrl },
    priority: TaskPriority.parse(row.priority),
    labels: row.labels,
    due_on: presentDay(row.dueOn),
    created_by_id: row.createdById,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** A task under its project's present key. */
export function presentTask(row: TaskRow, project: { key: string }): Task {
  return { ...presentCard(row, project), description: row.description };
}

/** A board out of its rows, which come in its order. */
export function presentBoard(rows: readonly (BoardRow | EmptyColumnRow)[], project: { key: string }): Board {
  const columns = TaskStatus.options.map((status) => {
    const own = rows.filter((row) => row.columnStatus === status);
    const tasks = own.flatMap((row) => {
      if (row.id === null) return [];
      const { assigneeName, assigneeAvatarUrl } = row;
      const assignee = assigneeName === null ? null : { name: assigneeName, avatarUrl: assigneeAvatarUrl };
      return [presentCard({ ...row, assignee }, project)];
    });
    return { status, count: own[0]?.columnCount ?? 0, tasks };
  });
  return { columns };
}
