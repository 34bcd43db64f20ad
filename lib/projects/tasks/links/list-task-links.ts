import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";
import { getTask } from "@/lib/projects/tasks/get-task";
import { presentLink } from "@/lib/projects/tasks/links/present";
import type { TaskLink } from "@/lib/projects/tasks/links/schema";
import { listLinkRows } from "@/lib/projects/tasks/links/store";

/** A page of what names a task at the code host, newest first. @throws AppError not_found */
export async function listTaskLinks(
  scope: WorkspaceScope,
  projectId: string,
  ref: string,
  page: PageQuery,
): Promise<Page<TaskLink>> {
  const task = await getTask(scope, projectId, ref);
  return readPage(page, (slice) => listLinkRows(scope, task.id, slice), presentLink);
}
