import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import { presentProject } from "@/lib/projects/present";
import type { Project } from "@/lib/projects/schema";
import { findProject } from "@/lib/projects/store";

/** One project of the workspace. @throws AppError not_found */
export async function getProject(scope: WorkspaceScope, projectId: string): Promise<z.input<typeof Project>> {
  const row = await findProject(db(), scope, projectId);
  if (!row) throw new AppError("not_found", "Project not found");
  return presentProject(row);
}
