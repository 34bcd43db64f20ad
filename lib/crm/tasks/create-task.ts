import { askAssignee } from "@/lib/access/ask-assignee";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { presentCrmTask } from "@/lib/crm/tasks/present";
import type { CreateCrmTask, CrmTask } from "@/lib/crm/tasks/schema";
import { insertCrmTask, type LinkedCrmTask, lockLiveRecord } from "@/lib/crm/tasks/store";
import { invalidBody } from "@/lib/http/app-error";
import { notifyMembers } from "@/lib/notifications/notify-members";
import { assignmentOf } from "@/lib/notifications/rules";
import { type Db, transaction } from "@/lib/platform/database";

type NewTask = {
  recordId: string;
  title: string;
  assigneeId: string | null;
  dueOn: Date | null;
  enrollmentId: string | null;
};

/** Notifies somebody that a task about a record was assigned to them, unless they did that themselves. */
export async function notifyCrmAssignee(
  tx: Db,
  { id, workspaceId, assigneeId, title, record }: LinkedCrmTask,
  assignedById: string | null,
  now: Date,
): Promise<void> {
  if (assigneeId === null || assigneeId === assignedById) return;
  const link = `/w/${record.object.workspace.slug}/crm/${record.object.slug}/${record.id}`;
  const notice = { kind: "assigned", title: `New task: ${title}`, body: record.title, link } as const;
  const group = { key: assignmentOf(id), count: 1, title: notice.title };
  await notifyMembers(tx, workspaceId, [assigneeId], { ...notice, group }, now);
}

/**
 * Adds a task about a live record in the caller's transaction, and notifies its assignee.
 * @param addedById null if a sequence adds it
 */
export async function addCrmTask(
  tx: Db,
  workspaceId: string,
  task: NewTask,
  addedById: string | null,
  now: Date,
): Promise<LinkedCrmTask> {
  const row = await insertCrmTask(tx, { ...task, workspaceId }, now);
  await notifyCrmAssignee(tx, row, addedById, now);
  return row;
}

/**
 * Creates a task about a record.
 * @throws AppError invalid for a record that is not there, or an assignee who is no active member
 */
export async function createCrmTask(
  { workspaceId, actor }: WorkspaceScope,
  { record_id: recordId, title, assignee_id: assigneeId, due_on: dueOn }: CreateCrmTask,
  now: Date,
): Promise<CrmTask> {
  return transaction(async (tx) => {
    const checkAssignee = await askAssignee(tx, { workspaceId }, assigneeId);
    checkAssignee([null]);
    if (!(await lockLiveRecord(tx, workspaceId, recordId))) {
      throw invalidBody([{ path: "record_id", message: "No such record" }]);
    }
    const task = {
      recordId,
      title,
      assigneeId,
      dueOn: dueOn === null ? null : new Date(dueOn),
      enrollmentId: null,
    };
    return presentCrmTask(await addCrmTask(tx, workspaceId, task, actor.developerId, now));
  });
}
