import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { orNotFound } from "@/lib/http/app-error";
import { transaction } from "@/lib/platform/database";
import { deleteWorkspaceKeyRow } from "@/lib/tokens/workspace-keys/store";

/** Revokes a key for good: the next batch that carries it is refused. @throws AppError not_found */
export async function deleteWorkspaceKey(scope: WorkspaceScope, keyId: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const row = orNotFound(await deleteWorkspaceKeyRow(tx, scope, keyId), "API key");
    const target = { type: "api_key", id: row.id };
    const before = { name: row.name, key_prefix: row.keyPrefix };
    await recordAudit(tx, scope, { action: "api_key.deleted", target, before }, now);
  });
}
