import type { WorkspaceScope } from "@/lib/access/authorise";
import { listLeavers } from "@/lib/access/store";
import { AppError } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";
import type { Project, Task } from "@/lib/platform/rows";
import { lockProject } from "@/lib/projects/store";
import { isAtRest } from "@/lib/projects/tasks/rules";

/** Makes sure that a project takes changes of its tasks. @throws AppError not_found, conflict once it is archived */
export function checkOpen<P extends { isActive: boolean }>(project: P | null): P {
  if (!project) throw new AppError("not_found", "Project not found");
  if (!project.isActive) throw new AppError("conflict", "The project is archived");
  return project;
}

/**
 * Holds a project's row until the transaction ends: changes of its board happen one after the other, so that what a
 * change saw of the order is still so when it is written.
 * @throws AppError not_found, conflict once it is archived
 */
export async function lockOpenProject(tx: Db, scope: WorkspaceScope, projectId: string): Promise<Project> {
  return checkOpen(await lockProject(tx, scope, projectId));
}

/**
 * Of tasks that a status opens again, the assignees who have left since. These tasks become nobody's, as those did that
 * were open when they left.
 */
export async function listGone(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  tasks: readonly Pick<Task, "status" | "assigneeId">[],
  status: string | undefined,
): Promise<ReadonlySet<string | null>> {
  if (status === undefined || isAtRest(status)) return new Set();
  const opened = tasks.filter((task) => isAtRest(task.status));
  return listLeavers(
    tx,
    workspaceId,
    opened.flatMap(({ assigneeId }) => assigneeId ?? []),
  );
}
