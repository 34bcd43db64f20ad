import type { WorkspaceScope } from "@/lib/access/authorise";
import { lockAccess } from "@/lib/access/store";
import { FORMS_PER_WORKSPACE_MAX } from "@/lib/forms/limits";
import { countForms } from "@/lib/forms/store";
import { AppError } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";

/**
 * Checks that there is room for one more form, and locks the workspace until the transaction ends, so that nobody else
 * takes that place meanwhile.
 * @throws AppError conflict
 */
export async function checkFormsLeft(tx: Db, scope: WorkspaceScope): Promise<void> {
  await lockAccess(tx, scope.workspaceId);
  if ((await countForms(tx, scope)) >= FORMS_PER_WORKSPACE_MAX) {
    throw new AppError("conflict", `A workspace has at most ${FORMS_PER_WORKSPACE_MAX} forms`);
  }
}
