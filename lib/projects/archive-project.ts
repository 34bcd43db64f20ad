import type { WorkspaceScope } from "@/lib/access/authorise";
import { updateProject } from "@/lib/projects/update-project";

/** Puts a project away with all that it holds; it can be brought back. @throws AppError not_found */
export async function archiveProject(scope: WorkspaceScope, projectId: string, now: Date): Promise<void> {
  await updateProject(scope, projectId, { is_active: false }, now);
}
