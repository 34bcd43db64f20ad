import type { WorkspaceScope } from "@/lib/access/authorise";
import { isActiveMember } from "@/lib/access/store";
import { recordAudit } from "@/lib/audit/store";
import { invalidBody, orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { presentProjectMember } from "@/lib/projects/present";
import type { AddProjectMember, ProjectMember } from "@/lib/projects/schema";
import { findProject, lockProject, upsertProjectMember } from "@/lib/projects/store";

/**
 * Adds a member of the workspace to a project, or changes their role in it; doing it twice changes nothing.
 * @throws AppError not_found for the project, invalid for someone who is no active member of the workspace
 */
export async function addProjectMember(
  scope: WorkspaceScope,
  projectId: string,
  body: AddProjectMember,
  now: Date,
): Promise<ProjectMember> {
  return transaction(async (tx) => {
    const project = orNotFound(await findProject(tx, scope, projectId), "Project");
    if (!(await isActiveMember(tx, scope.workspaceId, body.developer_id))) {
      throw invalidBody([{ path: "developer_id", message: "Not an active member of this workspace" }]);
    }
    // Two that add the same person at once take turns.
    await lockProject(tx, scope, project.id);
    const row = await upsertProjectMember(tx, project, body.developer_id, body.role, now);
    const entry = {
      action: "project_member.added",
      target: { type: "project", id: project.id },
      after: { developer_id: row.developerId, role: row.role },
    };
    await recordAudit(tx, scope, entry, now);
    return presentProjectMember(row);
  });
}
