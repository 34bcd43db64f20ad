import { askAssignee } from "@/lib/access/ask-assignee";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { listLeavers } from "@/lib/access/store";
import { notifyCrmAssignee } from "@/lib/crm/tasks/create-task";
import { presentCrmTask } from "@/lib/crm/tasks/present";
import type { CrmTask, UpdateCrmTask } from "@/lib/crm/tasks/schema";
import { lockCrmTask, updateCrmTaskRow } from "@/lib/crm/tasks/store";
import { orNotFound } from "@/lib/http/app-error";
import { assignmentOf } from "@/lib/notifications/rules";
import { deleteGroups } from "@/lib/notifications/store";
import { transaction } from "@/lib/platform/database";
import { omitUndefined } from "@/lib/platform/omit-undefined";

/**
 * Changes what is named of a task about a record, such as whether it is done, and notifies a new assignee.
 * @throws AppError not_found, invalid for an assignee who is no active member
 */
export async function updateCrmTask(
  scope: WorkspaceScope,
  taskId: string,
  { title, assignee_id: assigneeId, due_on: dueOn, is_done: isDone }: UpdateCrmTask,
  now: Date,
): Promise<CrmTask> {
  return transaction(async (tx) => {
    const checkAssignee = await askAssignee(tx, scope, assigneeId);
    const before = orNotFound(await lockCrmTask(tx, scope, taskId), "Task");
    checkAssignee([before.assigneeId]);
    // Opened again, a task of somebody who has left is nobody's, as those that were open then.
    const isOpened = before.isDone && isDone === false && before.assigneeId !== null;
    const gone = isOpened ? await listLeavers(tx, scope.workspaceId, [before.assigneeId ?? ""]) : null;
    const change = {
      ...(gone?.has(before.assigneeId ?? "") ? { assigneeId: null } : {}),
      ...omitUndefined({ title, assigneeId, isDone }),
      ...(dueOn === undefined ? {} : { dueOn: dueOn === null ? null : new Date(dueOn) }),
    };
    const row = await updateCrmTaskRow(tx, scope, before, change, now);
    if (row.assigneeId !== before.assigneeId) {
      await deleteGroups(tx, [assignmentOf(row.id)]);
      await notifyCrmAssignee(tx, row, scope.actor.developerId, now);
    }
    return presentCrmTask(row);
  });
}
