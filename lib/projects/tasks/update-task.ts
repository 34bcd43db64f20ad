import { askAssignee } from "@/lib/access/ask-assignee";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { checkExpected } from "@/lib/http/expected";
import { transaction } from "@/lib/platform/database";
import { noteChange } from "@/lib/projects/tasks/activity/note-change";
import type { Shown } from "@/lib/projects/tasks/activity/rules";
import { notifyAssignee, notifyMentioned, withdrawAssignments } from "@/lib/projects/tasks/notify-people";
import { listGone, lockOpenProject } from "@/lib/projects/tasks/open-project";
import { presentTask } from "@/lib/projects/tasks/present";
import { positionBetween } from "@/lib/projects/tasks/rules";
import type { Task, UpdateTask } from "@/lib/projects/tasks/schema";
import { findPlaceBefore, findTask, updateTaskRow } from "@/lib/projects/tasks/store";

/**
 * Changes what is named of a task. A new status puts it at the end of that column.
 * @throws AppError not_found, conflict once the project is archived or for a text that is not as expected, invalid for an
 *   assignee who is no active member of the workspace
 */
export async function updateTask(
  scope: WorkspaceScope,
  projectId: string,
  ref: string,
  body: UpdateTask,
  now: Date,
): Promise<Task> {
  return transaction(async (tx) => {
    const checkAssignee = await askAssignee(tx, scope, body.assignee_id);
    const project = await lockOpenProject(tx, scope, projectId);
    const before = orNotFound(await findTask(tx, scope, projectId, ref), "Task");
    checkAssignee([before.assigneeId]);
    checkExpected(
      body,
      () => presentTask(before, project),
      (task) => ({ task }),
    );
    const status = body.status ?? before.status;
    const position =
      status === before.status
        ? before.position
        : positionBetween(await findPlaceBefore(tx, { projectId, status }, null), null);
    const gone = await listGone(tx, scope, [before], body.status);
    const held = gone.has(before.assigneeId) ? null : before.assigneeId;
    const values: Shown & { position: string } = {
      title: body.title ?? before.title,
      description: body.description ?? before.description,
      status,
      position,
      assigneeId: body.assignee_id === undefined ? held : body.assignee_id,
      priority: body.priority ?? before.priority,
      labels: body.labels ?? before.labels,
      dueOn: body.due_on === undefined ? before.dueOn : body.due_on === null ? null : new Date(body.due_on),
    };
    const row = await updateTaskRow(tx, scope, before.id, values, now);
    await noteChange(tx, scope.actor.developerId, before, row, now);
    if (row.assigneeId !== before.assigneeId) {
      await withdrawAssignments(tx, project, [before]);
      await notifyAssignee(tx, scope, row, now);
    }
    await notifyMentioned(tx, scope, row, { text: row.description, before: before.description }, now);
    return presentTask(row, project);
  });
}
