import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readPage } from "@/lib/http/paging";
import { presentInvite } from "@/lib/workspaces/invites/present";
import type { Invite, InviteQuery } from "@/lib/workspaces/invites/schema";
import { listInviteRows } from "@/lib/workspaces/invites/store";

/** A page of the workspace's invites, newest first, accepted and expired ones among them. */
export async function listInvites(
  scope: WorkspaceScope,
  { status, ...page }: InviteQuery,
  now: Date,
): Promise<Page<Invite>> {
  return readPage(
    page,
    (slice) => listInviteRows(scope, status, slice, now),
    (row) => presentInvite(row, now),
  );
}
