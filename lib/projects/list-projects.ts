import type { WorkspaceScope } from "@/lib/access/authorise";
import { byCreation, type Page, readCursor, toPage } from "@/lib/http/paging";
import { presentProject } from "@/lib/projects/present";
import type { Project, ProjectQuery } from "@/lib/projects/schema";
import { listProjectRows } from "@/lib/projects/store";

/** A page of the workspace's active projects, or of its archived ones, newest first. */
export async function listProjects(
  scope: WorkspaceScope,
  { is_active: isActive, search, limit, cursor }: ProjectQuery,
): Promise<Page<Project>> {
  const rows = await listProjectRows(scope, { isActive, search }, limit + 1, readCursor(cursor));
  return toPage(rows, limit, byCreation, presentProject);
}
