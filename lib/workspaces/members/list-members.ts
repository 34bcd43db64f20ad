import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readPage } from "@/lib/http/paging";
import { presentMember } from "@/lib/workspaces/members/present";
import type { Member, MemberQuery } from "@/lib/workspaces/members/schema";
import { listMemberRows } from "@/lib/workspaces/members/store";

/** A page of the workspace's members, longest first. */
export async function listMembers(
  scope: WorkspaceScope,
  { search, status, custom_role_id: roleId, is_owner: isOwner, ...page }: MemberQuery,
): Promise<Page<Member>> {
  return readPage(
    page,
    (slice) => listMemberRows(scope, { search, status, roleId, ownersOnly: isOwner !== undefined }, slice),
    presentMember,
    ["joinedAt", "developerId"],
  );
}
