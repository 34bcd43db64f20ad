import type { WorkspaceScope } from "@/lib/access/authorise";
import { updateWorkspace } from "@/lib/workspaces/update-workspace";

/**
 * Switches a workspace off (contract section 3: delete is a soft-disable). Everything in it stays, and an owner can
 * restore it.
 * @throws AppError forbidden for anyone but an owner
 */
export async function deleteWorkspace(scope: WorkspaceScope, now: Date): Promise<void> {
  await updateWorkspace(scope, { is_active: false }, now);
}
