import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { deleteProjectMember } from "@/lib/projects/store";

/** Takes someone out of a project; their devices can upload to it no longer. @throws AppError not_found */
export async function removeProjectMember(
  scope: WorkspaceScope,
  projectId: string,
  developerId: string,
  now: Date,
): Promise<void> {
  await transaction(async (tx) => {
    if (!(await deleteProjectMember(tx, scope, projectId, developerId))) {
      throw new AppError("not_found", "Project member not found");
    }
    const entry = {
      action: "project_member.removed",
      target: { type: "project", id: projectId },
      before: { developer_id: developerId },
    };
    await recordAudit(tx, scope, entry, now);
  });
}
