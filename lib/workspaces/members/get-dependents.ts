import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { checkCall } from "@/lib/access/scope/check-scope";
import { AppError } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import type { Dependents } from "@/lib/workspaces/members/schema";
import { findDependents, findMember } from "@/lib/workspaces/members/store";

/**
 * What stops or changes hands when a member goes, to be read beforehand.
 * @throws AppError forbidden without `can_manage_members` for others, and for a token that is limited to permissions;
 *   not_found for no member
 */
export async function getDependents(
  scope: WorkspaceScope,
  developerId: string,
  now: Date,
): Promise<z.input<typeof Dependents>> {
  const { actor, permissions } = scope;
  if (!permissions.has("can_manage_members")) {
    if (developerId !== actor.developerId) throw new AppError("forbidden", "Permission denied");
    // One's own need no permission, so a token that is limited to some would have them for nothing.
    checkCall(actor, "personal", { method: "GET" }, { isWorkspaceRoute: true });
  }
  if (!(await findMember(db(), scope, developerId))) throw new AppError("not_found", "Member not found");
  const found = await findDependents(scope, developerId, now);
  return {
    api_tokens: found.apiTokens,
    repositories: found.repositories.map(({ id, fullName }) => ({ id, full_name: fullName })),
    devices: found.devices,
    projects: found.projects,
    teams: found.teams,
    tasks: found.tasks,
    open_invites: found.openInvites,
    // Paths of such addresses are often as good as passwords.
    webhooks: found.webhooks.map((each) => ({
      ...each,
      url: permissions.has("can_view_webhooks") ? each.url : new URL(each.url).origin,
    })),
    automations: found.automations,
    sequences: found.sequences,
    share_links: found.shareLinks.map(({ table, ...link }) => ({ ...link, table_name: table.name })),
  };
}
