import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { AppError } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";
import type { Dependents } from "@/lib/workspaces/members/schema";
import { findDependents, findMember } from "@/lib/workspaces/members/store";

/**
 * What stops or changes hands when a member goes, to be read beforehand.
 * @throws AppError forbidden for others without `can_manage_members`, not_found for no member
 */
export async function getDependents(
  scope: WorkspaceScope,
  developerId: string,
  now: Date,
): Promise<z.input<typeof Dependents>> {
  if (developerId !== scope.actor.developerId && !scope.permissions.has("can_manage_members")) {
    throw new AppError("forbidden", "Permission denied");
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
    webhooks: found.webhooks,
    automations: found.automations,
    sequences: found.sequences,
    share_links: found.shareLinks.map(({ table, ...link }) => ({ ...link, table_name: table.name })),
  };
}
