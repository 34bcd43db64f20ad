import type { WorkspaceScope } from "@/lib/access/authorise";
import { byCreation, type Page, type PageQuery, readCursor, toPage } from "@/lib/http/paging";
import { peopleIn, presentActivity } from "@/lib/projects/tasks/activity/present";
import type { TaskActivity } from "@/lib/projects/tasks/activity/schema";
import { findNames, listActivityRows } from "@/lib/projects/tasks/activity/store";
import { getTask } from "@/lib/projects/tasks/get-task";

/** A page of what was said and changed of a task, newest first. @throws AppError not_found */
export async function listTaskActivity(
  scope: WorkspaceScope,
  projectId: string,
  ref: string,
  { limit, cursor }: PageQuery,
): Promise<Page<TaskActivity>> {
  const task = await getTask(scope, projectId, ref);
  const rows = await listActivityRows(scope, task.id, limit + 1, readCursor(cursor));
  const names = await findNames(peopleIn(rows));
  return toPage(rows, limit, byCreation, (row) => presentActivity(row, names));
}
