import type { Actor } from "@/lib/access/actor";
import { authorise } from "@/lib/access/authorise";
import { AppError } from "@/lib/http/app-error";
import type { Page } from "@/lib/http/paging";
import { listWorkspaces } from "@/lib/workspaces/list-workspaces";
import { getMe } from "@/lib/workspaces/members/get-me";
import type { OwnWorkspace, OwnWorkspaceQuery } from "@/lib/workspaces/members/schema";

/**
 * A page of the workspaces that the actor may enter, newest first; the one of a slug with who they are there, if asked:
 * what a page of it needs before all else, in one answer.
 * @throws AppError bad_request where that is asked for without a slug or of workspaces that are switched off
 */
export async function listOwnWorkspaces(
  actor: Actor,
  { include, ...query }: OwnWorkspaceQuery,
): Promise<Page<OwnWorkspace>> {
  const page = await listWorkspaces(actor, query);
  if (include === undefined) return page;
  if (query.slug === undefined || !query.is_active) {
    throw new AppError(
      "bad_request",
      "`include=me` needs a `slug`, of a workspace that is not switched off.",
    );
  }
  const items = await Promise.all(
    page.items.map(async (workspace) => ({
      ...workspace,
      me: await getMe(await authorise(actor, workspace.id)),
    })),
  );
  return { ...page, items };
}
