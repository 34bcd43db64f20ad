import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, type PageQuery, readRows } from "@/lib/http/paging";
import { peopleIn, presentActivity } from "@/lib/projects/tasks/activity/present";
import type { TaskActivity } from "@/lib/projects/tasks/activity/schema";
import { findNames, listActivityRows } from "@/lib/projects/tasks/activity/store";
import { getTask } from "@/lib/projects/tasks/get-task";

/** A page of what was said and changed of a task, newest first. @throws AppError not_found */
export async function listTaskActivity(
  scope: WorkspaceScope,
  projectId: string,
  ref: string,
  query: PageQuery,
): Promise<Page<TaskActivity>> {
  const task = await getTask(scope, projectId, ref);
  const { items, nextCursor } = await readRows(query, (slice) => listActivityRows(scope, task.id, slice));
  const names = await findNames(peopleIn(items));
  return { items: items.map((row) => presentActivity(row, names)), nextCursor };
}
