import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { withdrawQuotes } from "@/lib/notifications/quotes";
import { mentionsOf } from "@/lib/notifications/rules";
import { type Db, transaction } from "@/lib/platform/database";
import { findProject } from "@/lib/projects/store";
import { presentActivity } from "@/lib/projects/tasks/activity/present";
import type { TaskActivity, TaskCommentBody } from "@/lib/projects/tasks/activity/schema";
import {
  type ActivityRow,
  deleteCommentRow,
  findComment,
  insertActivity,
  updateCommentRow,
} from "@/lib/projects/tasks/activity/store";
import { notifyMentioned } from "@/lib/projects/tasks/notify-people";
import { checkOpen } from "@/lib/projects/tasks/open-project";
import { findTask, type TaskRow } from "@/lib/projects/tasks/store";

type Wire = TaskActivity;

async function openTask(tx: Db, scope: WorkspaceScope, projectId: string, ref: string): Promise<TaskRow> {
  checkOpen(await findProject(tx, scope, projectId));
  return orNotFound(await findTask(tx, scope, projectId, ref), "Task");
}

async function openComment(
  tx: Db,
  scope: WorkspaceScope,
  [projectId, ref, commentId]: readonly [string, string, string],
): Promise<ActivityRow> {
  const task = await openTask(tx, scope, projectId, ref);
  return orNotFound(await findComment(tx, scope, task.id, commentId), "Comment");
}

/** Adds a comment to a task. @throws AppError not_found, conflict once the project is archived */
export async function addTaskComment(
  scope: WorkspaceScope,
  projectId: string,
  ref: string,
  { body }: TaskCommentBody,
  now: Date,
): Promise<Wire> {
  return transaction(async (tx) => {
    const task = await openTask(tx, scope, projectId, ref);
    await notifyMentioned(tx, scope, task, { text: body }, now);
    const comment = { taskId: task.id, actorId: scope.actor.developerId, kind: "comment", body } as const;
    return presentActivity(await insertActivity(tx, comment, now));
  });
}

/**
 * Gives one's own comment another text.
 * @throws AppError not_found, forbidden for somebody else's comment, conflict once the project is archived
 */
export async function editTaskComment(
  scope: WorkspaceScope,
  path: readonly [projectId: string, ref: string, commentId: string],
  { body }: TaskCommentBody,
  now: Date,
): Promise<Wire> {
  return transaction(async (tx) => {
    const comment = await openComment(tx, scope, path);
    if (comment.actorId !== scope.actor.developerId) throw new AppError("forbidden", "Permission denied");
    const [projectId, ref] = path;
    const task = await openTask(tx, scope, projectId, ref);
    await notifyMentioned(tx, scope, task, { text: body, before: comment.body }, now);
    return presentActivity(await updateCommentRow(tx, comment.id, body, now));
  });
}

/**
 * Deletes a comment for good: one's own, or anybody's for those who manage projects.
 * @throws AppError not_found, forbidden for somebody else's comment, conflict once the project is archived
 */
export async function deleteTaskComment(
  scope: WorkspaceScope,
  path: readonly [projectId: string, ref: string, commentId: string],
): Promise<void> {
  await transaction(async (tx) => {
    const comment = await openComment(tx, scope, path);
    const isOwn = comment.actorId === scope.actor.developerId;
    if (!isOwn && !scope.permissions.has("can_manage_projects")) {
      throw new AppError("forbidden", "Permission denied");
    }
    await deleteCommentRow(tx, comment.id);
    await withdrawQuotes(tx, { groupKey: mentionsOf(comment.taskId), text: comment.body });
  });
}
