import type { WorkspaceScope } from "@/lib/access/authorise";
import { getProject } from "@/lib/projects/get-project";
import { LABELLED_TASKS_LOOKED_AT } from "@/lib/projects/tasks/limits";
import type { TaskLabel } from "@/lib/projects/tasks/schema";
import { listLabelRows } from "@/lib/projects/tasks/store";

/** The labels that a project's newest tasks have, the most used first. @throws AppError not_found */
export async function listTaskLabels(scope: WorkspaceScope, projectId: string): Promise<TaskLabel[]> {
  const project = await getProject(scope, projectId);
  return listLabelRows(scope, project.id, LABELLED_TASKS_LOOKED_AT);
}
