import { askAssignee } from "@/lib/access/ask-assignee";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudits } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { type Db, transaction } from "@/lib/platform/database";
import { applyChange } from "@/lib/projects/tasks/apply-change";
import { deletionOf } from "@/lib/projects/tasks/delete-task";
import { withdrawAbout } from "@/lib/projects/tasks/notify-people";
import { lockOpenProject } from "@/lib/projects/tasks/open-project";
import type { ChangeTasks, TasksResult } from "@/lib/projects/tasks/schema";
import { deleteTaskRows, findTasks, type TaskRow } from "@/lib/projects/tasks/store";

async function getTasks(
  tx: Db,
  scope: WorkspaceScope,
  projectId: string,
  ids: readonly string[],
): Promise<TaskRow[]> {
  const tasks = await findTasks(tx, scope, projectId, ids);
  if (tasks.length < ids.length) throw new AppError("not_found", "Task not found");
  return tasks;
}

/**
 * Gives a selection of a project's tasks the same values, all of them or none.
 * @throws AppError not_found for the project or a task, conflict once the project is archived, invalid for an assignee
 *   who is no active member of the workspace, else as `applyChange`
 */
export async function changeTasks(
  scope: WorkspaceScope,
  projectId: string,
  { task_ids: ids, ...change }: ChangeTasks,
  now: Date,
): Promise<TasksResult> {
  return transaction(async (tx) => {
    const checkAssignee = await askAssignee(tx, scope, change.assignee_id);
    const project = await lockOpenProject(tx, scope, projectId);
    const tasks = await getTasks(tx, scope, projectId, ids);
    checkAssignee(tasks.map(({ assigneeId }) => assigneeId));
    return { changed: await applyChange(tx, scope, project, tasks, change, now) };
  });
}

/**
 * Deletes a selection of a project's tasks for good, all of them or none; the audit log keeps what they were.
 * @throws AppError not_found for the project or a task, conflict once the project is archived
 */
export async function deleteTasks(
  scope: WorkspaceScope,
  projectId: string,
  ids: readonly string[],
  now: Date,
): Promise<TasksResult> {
  return transaction(async (tx) => {
    const { workspaceId, actor } = scope;
    const project = await lockOpenProject(tx, scope, projectId);
    const tasks = await getTasks(tx, scope, projectId, ids);
    await deleteTaskRows(tx, scope, ids);
    await withdrawAbout(tx, project, tasks);
    const entries = tasks.map((task) => ({ ...deletionOf(project, task), workspaceId }));
    await recordAudits(tx, actor, entries, now);
    return { changed: tasks.length };
  });
}
