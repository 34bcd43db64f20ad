import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { lockOpenProject } from "@/lib/projects/tasks/open-project";
import { taskKey } from "@/lib/projects/tasks/rules";
import { deleteTaskRow, findTask } from "@/lib/projects/tasks/store";

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
    await deleteTaskRow(tx, scope, task.id);
    const { number, title, description, status, assigneeId } = task;
    const entry = {
      action: "task.deleted",
      target: { type: "task", id: task.id },
      before: { key: taskKey(project.key, number), title, description, status, assignee_id: assigneeId },
    };
    await recordAudit(tx, scope, entry, now);
  });
}
