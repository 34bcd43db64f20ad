import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, type PageQuery, readCursor, toPage } from "@/lib/http/paging";
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
  const rows = await listProjectMemberRows(scope, projectId, query.limit + 1, readCursor(query.cursor));
  return toPage(
    rows,
    query.limit,
    (row) => ({ at: row.joinedAt, id: row.developerId }),
    presentProjectMember,
  );
}
