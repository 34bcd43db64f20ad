import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readPage } from "@/lib/http/paging";
import { presentProject } from "@/lib/projects/present";
import type { Project, ProjectQuery } from "@/lib/projects/schema";
import { listProjectRows } from "@/lib/projects/store";

/** A page of the workspace's active projects, or of its archived ones, newest first. */
export async function listProjects(
  scope: WorkspaceScope,
  { is_active: isActive, search, ...page }: ProjectQuery,
): Promise<Page<Project>> {
  return readPage(page, (slice) => listProjectRows(scope, { isActive, search }, slice), presentProject);
}
