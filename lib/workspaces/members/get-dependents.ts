import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import type { PermissionSlug } from "@/lib/access/catalog";
import { checkCall } from "@/lib/access/scope/check-scope";
import { AppError } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import type { Dependents } from "@/lib/workspaces/members/schema";
import { findDependents, findMember } from "@/lib/workspaces/members/store";

/**
 * What stops or changes hands when a member goes, to be read beforehand. Of areas that the caller may not see it says how
 * much there is, and not what it is called.
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
  /** A text that only those may read who have a permission. */
  const seenBy = (slug: PermissionSlug, text: string) => (permissions.has(slug) ? text : "");
  return {
    api_tokens: found.apiTokens,
    repositories: found.repositories.map(({ id, fullName }) => ({
      id,
      full_name: seenBy("can_view_repositories", fullName),
    })),
    devices: found.devices,
    projects: found.projects,
    teams: found.teams,
    tasks: found.tasks + found.crmTasks,
    open_invites: found.openInvites,
    webhooks: found.webhooks.map(({ id, name, url }) => ({
      id,
      name: seenBy("can_view_webhooks", name),
      url: seenBy("can_view_webhooks", url),
    })),
    automations: found.automations.map(({ id, name }) => ({ id, name: seenBy("can_view_crm", name) })),
    sequences: found.sequences.map(({ id, name }) => ({ id, name: seenBy("can_view_crm", name) })),
    share_links: found.shareLinks.map(({ id, name, table }) => ({
      id,
      name: seenBy("can_view_tables", name),
      table_name: seenBy("can_view_tables", table.name),
    })),
  };
}
