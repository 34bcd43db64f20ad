import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";
import { getProject } from "@/lib/projects/get-project";
import { presentProjectMember } from "@/lib/projects/present";
import type { ProjectMember } from "@/lib/projects/schema";
import { listProjectMemberRows } from "@/lib/projects/store";

/** A page of a project's members, longest first. @throws AppError not_found */
export async function listProjectMembers(
  scope: WorkspaceScope,
  projectId: string,
  query: PageQuery,
): Promise<Page<ProjectMember>> {
  await getProject(scope, projectId);
  return readPage(query, (slice) => listProjectMemberRows(scope, projectId, slice), presentProjectMember, [
    "joinedAt",
    "developerId",
  ]);
}
