import type { WorkspaceScope } from "@/lib/access/authorise";
import { byCreation, type Page, readCursor, toPage } from "@/lib/http/paging";
import { presentRepository } from "@/lib/repositories/present";
import type { Repository, RepositoryQuery } from "@/lib/repositories/schema";
import { listRepositoryRows } from "@/lib/repositories/store";

/** A page of the workspace's repositories, newest first. */
export async function listRepositories(
  scope: WorkspaceScope,
  { search, sync_status: syncStatus, limit, cursor }: RepositoryQuery,
): Promise<Page<Repository>> {
  const rows = await listRepositoryRows(scope, { search, syncStatus }, limit + 1, readCursor(cursor));
  return toPage(rows, limit, byCreation, presentRepository);
}
