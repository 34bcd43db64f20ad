import type { WorkspaceScope } from "@/lib/access/authorise";
import { checkRoom } from "@/lib/access/check-room";
import { FORMS_PER_WORKSPACE_MAX } from "@/lib/forms/limits";
import { countForms } from "@/lib/forms/store";
import type { Db } from "@/lib/platform/database";

/**
 * Checks that there is room for one more form, and locks the workspace until the transaction ends, so that nobody else
 * takes that place meanwhile.
 * @throws AppError conflict
 */
export async function checkFormsLeft(tx: Db, scope: WorkspaceScope): Promise<void> {
  const { workspaceId } = scope;
  await checkRoom(tx, workspaceId, FORMS_PER_WORKSPACE_MAX, "forms", () => countForms(tx, scope));
}
