import { isActiveMember } from "@/lib/access/store";
import { invalidBody } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";

/**
 * Asks whether someone may be given tasks of a workspace; null is always fine. Locks the workspace, so call it before
 * anything in it is locked ("Lock order" in lib/README.md).
 * @returns what is to be called with whose the tasks are before the change. Whose they are already may stay so, whatever
 *   became of them since; it throws AppError invalid for anybody else who is no active member
 */
export async function askAssignee(
  tx: Db,
  { workspaceId }: { workspaceId: string },
  developerId: string | null | undefined,
): Promise<(before: readonly (string | null)[]) => void> {
  const mayBe = !developerId || (await isActiveMember(tx, workspaceId, developerId));
  return (before) => {
    if (mayBe || before.every((assigneeId) => assigneeId === developerId)) return;
    throw invalidBody([{ path: "assignee_id", message: "Not an active member of this workspace" }]);
  };
}
