import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readCursor, toPage } from "@/lib/http/paging";
import { presentMember } from "@/lib/workspaces/members/present";
import type { Member, MemberQuery } from "@/lib/workspaces/members/schema";
import { listMemberRows } from "@/lib/workspaces/members/store";

/** A page of the workspace's members, longest first. */
export async function listMembers(
  scope: WorkspaceScope,
  { search, status, custom_role_id: roleId, is_owner: isOwner, limit, cursor }: MemberQuery,
): Promise<Page<Member>> {
  const rows = await listMemberRows(
    scope,
    { search, status, roleId, ownersOnly: isOwner !== undefined },
    limit + 1,
    readCursor(cursor),
  );
  return toPage(rows, limit, (row) => ({ at: row.joinedAt, id: row.developerId }), presentMember);
}
