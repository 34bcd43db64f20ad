import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { presentProjectMember } from "@/lib/projects/present";
import type { ProjectMember, UpdateProjectMember } from "@/lib/projects/schema";
import { updateProjectMemberRow } from "@/lib/projects/store";

/** Changes someone's role in a project. @throws AppError not_found */
export async function updateProjectMember(
  scope: WorkspaceScope,
  projectId: string,
  developerId: string,
  { role }: UpdateProjectMember,
  now: Date,
): Promise<ProjectMember> {
  return transaction(async (tx) => {
    const changed = await updateProjectMemberRow(tx, scope, projectId, developerId, role);
    if (!changed) throw new AppError("not_found", "Project member not found");
    const entry = {
      action: "project_member.updated",
      target: { type: "project", id: projectId },
      before: { developer_id: developerId, role: changed.before.role },
      after: { developer_id: developerId, role },
    };
    await recordAudit(tx, scope, entry, now);
    return presentProjectMember(changed.after);
  });
}
