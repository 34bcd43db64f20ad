import { lockAccess } from "@/lib/access/store";
import { AppError } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";

/**
 * Checks that a workspace has room for one more of what `count` counts, and locks the workspace until the transaction
 * ends, so that nobody else takes that place meanwhile.
 * @param things what they are called, in the plural
 * @throws AppError conflict
 */
export async function checkRoom(
  tx: Db,
  workspaceId: string,
  max: number,
  things: string,
  count: () => Promise<number>,
): Promise<void> {
  await lockAccess(tx, workspaceId);
  if ((await count()) >= max) throw new AppError("conflict", `A workspace has at most ${max} ${things}`);
}
