import type { WorkspaceScope } from "@/lib/access/authorise";
import { byCreation, type Page, type PageQuery, readCursor, toPage } from "@/lib/http/paging";
import { getTask } from "@/lib/projects/tasks/get-task";
import { presentLink } from "@/lib/projects/tasks/links/present";
import type { TaskLink } from "@/lib/projects/tasks/links/schema";
import { listLinkRows } from "@/lib/projects/tasks/links/store";

/** A page of what names a task at the code host, newest first. @throws AppError not_found */
export async function listTaskLinks(
  scope: WorkspaceScope,
  projectId: string,
  ref: string,
  { limit, cursor }: PageQuery,
): Promise<Page<TaskLink>> {
  const task = await getTask(scope, projectId, ref);
  const rows = await listLinkRows(scope, task.id, limit + 1, readCursor(cursor));
  return toPage(rows, limit, byCreation, presentLink);
}
