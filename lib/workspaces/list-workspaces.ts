import type { Actor } from "@/lib/access/actor";
import { byCreation, type Page, readCursor, toPage } from "@/lib/http/paging";
import { presentWorkspace } from "@/lib/workspaces/present";
import type { Workspace, WorkspaceQuery } from "@/lib/workspaces/schema";
import { listWorkspacesOf } from "@/lib/workspaces/store";

/** A page of the workspaces that the actor may enter, or of those that they may bring back; newest first. */
export async function listWorkspaces(
  actor: Actor,
  { limit, cursor, slug, is_active: isActive }: WorkspaceQuery,
): Promise<Page<Workspace>> {
  const rows = await listWorkspacesOf(
    actor.developerId,
    { slug, isActive, id: actor.tokenScope?.workspaceId ?? null },
    limit + 1,
    readCursor(cursor),
  );
  return toPage(rows, limit, byCreation, presentWorkspace);
}
