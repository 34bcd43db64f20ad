import type { Actor } from "@/lib/access/actor";
import { recordAudit } from "@/lib/audit/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { countConnections, deleteConnectionRow, lockConnection, lockDeveloper } from "@/lib/identity/store";
import { transaction } from "@/lib/platform/database";

/**
 * Disconnects a provider and forgets its tokens.
 * @throws AppError not_found for anyone else's; conflict for the last one, without which the developer could never
 *   sign in again
 */
export async function deleteConnection(actor: Actor, connectionId: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    await lockDeveloper(tx, actor.developerId);
    const row = orNotFound(await lockConnection(tx, actor.developerId, connectionId), "Connection");
    if ((await countConnections(tx, actor.developerId)) === 1) {
      throw new AppError("conflict", "The last connection can't be removed: it is the only way to sign in.");
    }
    await deleteConnectionRow(tx, row.id);
    const target = { type: "connection", id: row.id };
    const before = { provider: row.provider, scopes: row.scopes };
    const entry = { action: "connection.deleted", target, before };
    await recordAudit(tx, { workspaceId: null, actor }, entry, now);
  });
}
