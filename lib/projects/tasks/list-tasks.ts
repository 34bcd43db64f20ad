import type { WorkspaceScope } from "@/lib/access/authorise";
import { byCreation, type Page, readCursor, toPage } from "@/lib/http/paging";
import { getProject } from "@/lib/projects/get-project";
import { presentTask } from "@/lib/projects/tasks/present";
import { numberSought } from "@/lib/projects/tasks/rules";
import type { Task, TaskQuery } from "@/lib/projects/tasks/schema";
import { listTaskRows } from "@/lib/projects/tasks/store";

/** A page of a project's tasks, newest first. @throws AppError not_found */
export async function listTasks(
  scope: WorkspaceScope,
  projectId: string,
  { status, assignee, priority, label, due_before: dueBefore, search, limit, cursor }: TaskQuery,
): Promise<Page<Task>> {
  const project = await getProject(scope, projectId);
  const filters = {
    status,
    assigneeId: assignee === "none" ? null : assignee,
    priority,
    label,
    dueBefore: dueBefore === undefined ? undefined : new Date(dueBefore),
    search,
    number: numberSought(search ?? "", project.key),
  };
  const rows = await listTaskRows(scope, projectId, filters, limit + 1, readCursor(cursor));
  return toPage(rows, limit, byCreation, (row) => presentTask(row, project));
}
