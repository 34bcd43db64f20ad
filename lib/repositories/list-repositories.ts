import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readPage } from "@/lib/http/paging";
import { presentRepository } from "@/lib/repositories/present";
import type { Repository, RepositoryQuery } from "@/lib/repositories/schema";
import { listRepositoryRows } from "@/lib/repositories/store";

/** A page of the workspace's repositories, newest first. */
export async function listRepositories(
  scope: WorkspaceScope,
  { search, sync_status: syncStatus, ...page }: RepositoryQuery,
): Promise<Page<Repository>> {
  return readPage(
    page,
    (slice) => listRepositoryRows(scope, { search, syncStatus }, slice),
    presentRepository,
  );
}
