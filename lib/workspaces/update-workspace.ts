import { authorise, type WorkspaceScope } from "@/lib/access/authorise";
import { lockAccess } from "@/lib/access/store";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { presentWorkspace } from "@/lib/workspaces/present";
import { mergeSettings } from "@/lib/workspaces/rules";
import type { UpdateWorkspace, Workspace } from "@/lib/workspaces/schema";
import { getWorkspaceRow, updateWorkspaceRow } from "@/lib/workspaces/store";

/**
 * Changes a workspace's name and the settings that are named; the others stay. Owners also switch it off and back on:
 * what it holds stays, and until it is back nobody gets in.
 * @throws AppError forbidden for others who switch it off, and for any other change while it is off
 */
export async function updateWorkspace(
  scope: WorkspaceScope,
  body: UpdateWorkspace,
  now: Date,
): Promise<Workspace> {
  return transaction(async (tx) => {
    await lockAccess(tx, scope.workspaceId);
    const current = await authorise(scope.actor, scope.workspaceId, "can_manage_settings", tx, "owner");
    const before = presentWorkspace(await getWorkspaceRow(tx, current));
    const isActive = body.is_active ?? before.is_active;
    if (!before.is_active && !isActive) throw new AppError("forbidden", "Permission denied");
    if (!isActive && !current.isOwner)
      throw new AppError("forbidden", "Only an owner can delete a workspace");
    const row = await updateWorkspaceRow(tx, current, {
      isActive,
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.settings === undefined ? {} : { settings: mergeSettings(before.settings, body.settings) }),
    });
    const after = presentWorkspace(row);
    const shown = ({ name, settings, is_active }: typeof after) => ({ name, settings, is_active });
    const entry = {
      action: "workspace.updated",
      target: { type: "workspace", id: row.id },
      before: shown(before),
      after: shown(after),
    };
    if (before.is_active !== isActive) entry.action = isActive ? "workspace.restored" : "workspace.deleted";
    await recordAudit(tx, current, entry, now);
    return after;
  });
}
