import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import { presentProject } from "@/lib/projects/present";
import type { Project } from "@/lib/projects/schema";
import { findProject } from "@/lib/projects/store";

/** One project of the workspace. @throws AppError not_found */
export async function getProject(scope: WorkspaceScope, projectId: string): Promise<Project> {
  return presentProject(orNotFound(await findProject(db(), scope, projectId), "Project"));
}
