import type { WorkspaceScope } from "@/lib/access/authorise";
import { updateProject } from "@/lib/projects/update-project";

/**
 * Archives a project with everything in it; it can be restored.
 * @throws AppError not_found
 */
export async function archiveProject(scope: WorkspaceScope, projectId: string, now: Date): Promise<void> {
  await updateProject(scope, projectId, { is_active: false }, now);
}
