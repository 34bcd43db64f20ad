import type { WorkspaceScope } from "@/lib/access/authorise";
import { presentRole } from "@/lib/access/roles/present";
import type { Role, RoleQuery } from "@/lib/access/roles/schema";
import { listRoleRows } from "@/lib/access/roles/store";
import { type Page, readPage } from "@/lib/http/paging";

/** A page of the workspace's roles, oldest first, which puts the built-in ones in front. */
export async function listRoles(
  scope: WorkspaceScope,
  { search, ...page }: RoleQuery,
  now: Date,
): Promise<Page<Role>> {
  return readPage(page, (slice) => listRoleRows(scope, search, slice, now), presentRole);
}
