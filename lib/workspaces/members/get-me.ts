import type { WorkspaceScope } from "@/lib/access/authorise";
import { APPS } from "@/lib/access/catalog";
import { mayOpenApp } from "@/lib/access/rules";
import { AppError } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import { presentMember } from "@/lib/workspaces/members/present";
import type { Me } from "@/lib/workspaces/members/schema";
import { findMember } from "@/lib/workspaces/members/store";

/** Who the actor is in the workspace and what they may do there: what the web app shows and hides by. */
export async function getMe(scope: WorkspaceScope): Promise<Me> {
  const row = await findMember(db(), scope, scope.actor.developerId);
  if (!row) throw new AppError("forbidden", "Permission denied");
  const member = presentMember(row);
  const apps = Object.fromEntries(
    APPS.map(({ slug }) => [slug, scope.isOwner || mayOpenApp(scope.membership, slug)]),
  ) as Me["apps"];
  return {
    member,
    role: {
      id: row.customRoleId,
      name: member.role_name,
      slug: row.customRole?.slug ?? row.role,
      priority: member.priority,
    },
    permissions: [...scope.permissions],
    apps,
  };
}
