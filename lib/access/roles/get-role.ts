import type { WorkspaceScope } from "@/lib/access/authorise";
import { presentRole } from "@/lib/access/roles/present";
import type { Role } from "@/lib/access/roles/schema";
import { findRole } from "@/lib/access/roles/store";
import { orNotFound } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";

/** One role of the workspace. @throws AppError not_found */
export async function getRole(scope: WorkspaceScope, roleId: string, now: Date): Promise<Role> {
  return presentRole(orNotFound(await findRole(db(), scope, roleId, now), "Role"));
}
