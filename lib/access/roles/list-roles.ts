import type { WorkspaceScope } from "@/lib/access/authorise";
import { presentRole } from "@/lib/access/roles/present";
import type { Role, RoleQuery } from "@/lib/access/roles/schema";
import { listRoleRows } from "@/lib/access/roles/store";
import { byCreation, type Page, readCursor, toPage } from "@/lib/http/paging";

/** A page of the workspace's roles, oldest first, which puts the built-in ones in front. */
export async function listRoles(
  scope: WorkspaceScope,
  { search, limit, cursor }: RoleQuery,
): Promise<Page<Role>> {
  const rows = await listRoleRows(scope, { search, limit: limit + 1, after: readCursor(cursor) });
  return toPage(rows, limit, byCreation, presentRole);
}
