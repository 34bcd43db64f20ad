import type { WorkspaceScope } from "@/lib/access/authorise";
import { type AuditEntry, recordAudit } from "@/lib/audit/store";
import { orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { withdrawAbout } from "@/lib/projects/tasks/notify-people";
import { lockOpenProject } from "@/lib/projects/tasks/open-project";
import { taskKey } from "@/lib/projects/tasks/rules";
import { deleteTaskRows, findTask, type TaskRow } from "@/lib/projects/tasks/store";

/** What the audit log keeps of a task that is deleted. */
export function deletionOf(project: { key: string }, task: TaskRow): AuditEntry {
  const { number, title, description, status, assigneeId } = task;
  return {
    action: "task.deleted",
    target: { type: "task", id: task.id },
    before: { key: taskKey(project.key, number), title, description, status, assignee_id: assigneeId },
  };
}

/** Deletes a task for good; the audit log keeps what it was. @throws AppError not_found, conflict once archived */
export async function deleteTask(
  scope: WorkspaceScope,
  projectId: string,
  ref: string,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    const project = await lockOpenProject(tx, scope, projectId);
    const task = orNotFound(await findTask(tx, scope, projectId, ref), "Task");
    await deleteTaskRows(tx, scope, [task.id]);
    await withdrawAbout(tx, project, [task]);
    await recordAudit(tx, scope, deletionOf(project, task), now);
  });
}
