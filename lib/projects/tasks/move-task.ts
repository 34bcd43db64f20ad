import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { applyChange } from "@/lib/projects/tasks/apply-change";
import { lockOpenProject } from "@/lib/projects/tasks/open-project";
import { presentTask } from "@/lib/projects/tasks/present";
import type { MoveTask, Task } from "@/lib/projects/tasks/schema";
import { findTask } from "@/lib/projects/tasks/store";

/**
 * Puts a task right before or right after another one of a column, or at the column's end.
 * @throws AppError not_found, conflict once the project is archived, else as `findPlaces`
 */
export async function moveTask(
  scope: WorkspaceScope,
  projectId: string,
  ref: string,
  body: MoveTask,
  now: Date,
): Promise<Task> {
  return transaction(async (tx) => {
    const project = await lockOpenProject(tx, scope, projectId);
    const task = orNotFound(await findTask(tx, scope, projectId, ref), "Task");
    await applyChange(tx, scope, project, [task], body, now);
    const moved = orNotFound(await findTask(tx, scope, projectId, task.id), "Task");
    return presentTask(moved, project);
  });
}
