import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readPage } from "@/lib/http/paging";
import { getProject } from "@/lib/projects/get-project";
import { presentTask } from "@/lib/projects/tasks/present";
import { numberSought } from "@/lib/projects/tasks/rules";
import type { Task, TaskQuery } from "@/lib/projects/tasks/schema";
import { listTaskRows } from "@/lib/projects/tasks/store";

/** A page of a project's tasks, newest first. @throws AppError not_found */
export async function listTasks(
  scope: WorkspaceScope,
  projectId: string,
  { status, assignee, priority, label, due_before: dueBefore, search, ...page }: TaskQuery,
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
  return readPage(
    page,
    (slice) => listTaskRows(scope, projectId, filters, slice),
    (row) => presentTask(row, project),
  );
}
