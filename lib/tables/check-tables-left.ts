import { checkRoom } from "@/lib/access/check-room";
import type { Db } from "@/lib/platform/database";
import { TABLES_PER_WORKSPACE_MAX } from "@/lib/tables/limits";
import { countTables } from "@/lib/tables/store";

/**
 * Checks that there is room for one more table, and locks the workspace until the transaction ends, so that nobody else
 * takes that place meanwhile.
 * @throws AppError conflict
 */
export async function checkTablesLeft(tx: Db, workspaceId: string): Promise<void> {
  await checkRoom(tx, workspaceId, TABLES_PER_WORKSPACE_MAX, "tables", () => countTables(tx, workspaceId));
}
