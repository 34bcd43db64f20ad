import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { type Db, db } from "@/lib/platform/database";
import { presentProjectTracker } from "@/lib/tracker/config/present";
import type { ProjectTracker } from "@/lib/tracker/config/schema";
import { findProjectTracker } from "@/lib/tracker/config/store";

/** The tracker's settings for a project of the workspace. @throws AppError not_found */
export async function getProjectTracker(
  scope: WorkspaceScope,
  projectId: string,
  now: Date,
  tx: Db = db(),
): Promise<ProjectTracker> {
  const row = orNotFound(await findProjectTracker(tx, scope, projectId), "Project");
  return presentProjectTracker(row, scope.workspaceId, now);
}
