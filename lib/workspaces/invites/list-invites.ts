import type { WorkspaceScope } from "@/lib/access/authorise";
import { byCreation, type Page, readCursor, toPage } from "@/lib/http/paging";
import { presentInvite } from "@/lib/workspaces/invites/present";
import type { Invite, InviteQuery } from "@/lib/workspaces/invites/schema";
import { listInviteRows } from "@/lib/workspaces/invites/store";

/** A page of the workspace's invites, newest first, accepted and expired ones among them. */
export async function listInvites(
  scope: WorkspaceScope,
  { status, limit, cursor }: InviteQuery,
  now: Date,
): Promise<Page<Invite>> {
  const rows = await listInviteRows(scope, status, limit + 1, readCursor(cursor), now);
  return toPage(rows, limit, byCreation, (row) => presentInvite(row, now));
}
