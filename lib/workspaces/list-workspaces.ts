import type { Actor } from "@/lib/access/actor";
import { type Page, readPage } from "@/lib/http/paging";
import { presentWorkspace } from "@/lib/workspaces/present";
import type { Workspace, WorkspaceQuery } from "@/lib/workspaces/schema";
import { listWorkspacesOf } from "@/lib/workspaces/store";

/** A page of the workspaces that the actor may enter, or of those that they may bring back; newest first. */
export async function listWorkspaces(
  actor: Actor,
  { slug, is_active: isActive, ...page }: WorkspaceQuery,
): Promise<Page<Workspace>> {
  return readPage(
    page,
    (slice) =>
      listWorkspacesOf(
        actor.developerId,
        { slug, isActive, id: actor.tokenScope?.workspaceId ?? null },
        slice,
      ),
    presentWorkspace,
  );
}
