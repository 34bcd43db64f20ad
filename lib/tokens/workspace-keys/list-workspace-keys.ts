import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, type PageQuery, readPage } from "@/lib/http/paging";
import { presentWorkspaceKey } from "@/lib/tokens/workspace-keys/present";
import type { WorkspaceKey } from "@/lib/tokens/workspace-keys/schema";
import { listWorkspaceKeyRows } from "@/lib/tokens/workspace-keys/store";

/** A page of the workspace's keys, newest first, by prefix only. */
export async function listWorkspaceKeys(
  scope: WorkspaceScope,
  query: PageQuery,
): Promise<Page<WorkspaceKey>> {
  return readPage(query, (slice) => listWorkspaceKeyRows(scope, slice), presentWorkspaceKey);
}
