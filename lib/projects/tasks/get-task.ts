import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import { getProject } from "@/lib/projects/get-project";
import { presentTask } from "@/lib/projects/tasks/present";
import type { Task } from "@/lib/projects/tasks/schema";
import { findTask } from "@/lib/projects/tasks/store";

/** One task of a project, by its number or id. @throws AppError not_found */
export async function getTask(scope: WorkspaceScope, projectId: string, ref: string): Promise<Task> {
  const project = await getProject(scope, projectId);
  const row = orNotFound(await findTask(db(), scope, projectId, ref), "Task");
  return presentTask(row, project);
}
