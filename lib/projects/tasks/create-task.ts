import { askAssignee } from "@/lib/access/ask-assignee";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { transaction } from "@/lib/platform/database";
import { noteCreation } from "@/lib/projects/tasks/activity/note-change";
import { notifyAssignee, notifyMentioned } from "@/lib/projects/tasks/notify-people";
import { checkOpen } from "@/lib/projects/tasks/open-project";
import { presentTask } from "@/lib/projects/tasks/present";
import { positionBetween } from "@/lib/projects/tasks/rules";
import type { CreateTask, Task } from "@/lib/projects/tasks/schema";
import { findPlaceBefore, insertTask, takeTaskNumber } from "@/lib/projects/tasks/store";

/**
 * Creates a task at the end of its column, under a number of its own.
 * @throws AppError not_found for the project, conflict once it is archived, invalid for an assignee who is no active
 *   member of the workspace
 */
export async function createTask(
  scope: WorkspaceScope,
  projectId: string,
  body: CreateTask,
  now: Date,
): Promise<Task> {
  return transaction(async (tx) => {
    const checkAssignee = await askAssignee(tx, scope, body.assignee_id);
    checkAssignee([null]);
    const { number, ...project } = checkOpen(await takeTaskNumber(tx, scope, projectId));
    const { title, description, status, assignee_id: assigneeId, priority, labels } = body;
    const dueOn = body.due_on === null ? null : new Date(body.due_on);
    const last = await findPlaceBefore(tx, { projectId: project.id, status }, null);
    const position = positionBetween(last, null);
    const said = { title, description, status, position, assigneeId, priority, labels, dueOn };
    const row = await insertTask(tx, scope, { ...said, projectId: project.id, number }, now);
    await noteCreation(tx, scope.actor.developerId, row.id, now);
    await notifyAssignee(tx, scope, row, now);
    await notifyMentioned(tx, scope, row, { text: description }, now);
    return presentTask(row, project);
  });
}
