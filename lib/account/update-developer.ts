import type { Actor } from "@/lib/access/actor";
import { findMembership } from "@/lib/access/store";
import { recordAudit } from "@/lib/audit/store";
import { invalidBody, orNotFound } from "@/lib/http/app-error";
import { presentDeveloper } from "@/lib/identity/present";
import type { Developer, UpdateDeveloper } from "@/lib/identity/schema";
import type { DeveloperRecord } from "@/lib/identity/store";
import { findDeveloper, lockDeveloper, updateDeveloper as updateRow } from "@/lib/identity/store";
import { transaction } from "@/lib/platform/database";
import { omitUndefined } from "@/lib/platform/omit-undefined";

function profileOf(row: DeveloperRecord) {
  return {
    name: row.name,
    avatar_url: row.avatarUrl,
    current_workspace_id: row.currentWorkspaceId,
    time_zone: row.timeZone,
  };
}

/**
 * Changes the actor's own profile.
 * @throws AppError invalid for another current workspace in which they are not an active member, the same as for one
 * that does not exist; not_found once they are being erased
 */
export async function updateDeveloper(
  actor: Actor,
  developer: DeveloperRecord,
  body: UpdateDeveloper,
  now: Date,
): Promise<Developer> {
  const { name, avatar_url: avatarUrl, current_workspace_id: currentWorkspaceId, time_zone: timeZone } = body;
  // One that they have left since may stay: it is a default, and a client may send a profile back whole.
  if (currentWorkspaceId && currentWorkspaceId !== developer.currentWorkspaceId) {
    const membership = await findMembership(currentWorkspaceId, developer.id);
    if (!membership?.workspaceIsActive || membership.status !== "active") {
      throw invalidBody([
        { path: "current_workspace_id", message: "Must be a workspace that you belong to" },
      ]);
    }
  }
  const change = omitUndefined({ name, avatarUrl, currentWorkspaceId, timeZone });
  return transaction(async (tx) => {
    // Their account may be erased meanwhile, and must not get a name again.
    await lockDeveloper(tx, developer.id);
    orNotFound(await findDeveloper(developer.id, tx), "Developer");
    const row = await updateRow(tx, developer.id, change);
    const target = { type: "developer", id: row.id };
    const entry = {
      action: "developer.updated",
      target,
      before: profileOf(developer),
      after: profileOf(row),
    };
    await recordAudit(tx, { workspaceId: null, actor }, entry, now);
    return presentDeveloper(row);
  });
}
