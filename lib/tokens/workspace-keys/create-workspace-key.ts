import { changeAccess, type WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { sha256Hex } from "@/lib/platform/crypto";
import { mintWorkspaceKey, prefixOf } from "@/lib/tokens/rules";
import { WORKSPACE_KEYS_MAX } from "@/lib/tokens/workspace-keys/limits";
import { presentWorkspaceKey } from "@/lib/tokens/workspace-keys/present";
import type { CreateWorkspaceKey, NewWorkspaceKey } from "@/lib/tokens/workspace-keys/schema";
import { countWorkspaceKeys, insertWorkspaceKey } from "@/lib/tokens/workspace-keys/store";

/**
 * Mints a key with which programs add events to the workspace, and do nothing else. The answer is the only place where
 * the key itself ever stands.
 * @throws AppError conflict when the workspace keeps too many; forbidden for who has just lost the right to
 */
export async function createWorkspaceKey(
  scope: WorkspaceScope,
  body: CreateWorkspaceKey,
  now: Date,
): Promise<NewWorkspaceKey> {
  const key = mintWorkspaceKey();
  // Alone while counting, so that nobody else takes the last place.
  return changeAccess(scope, "can_manage_integrations", async (tx) => {
    if ((await countWorkspaceKeys(tx, scope)) >= WORKSPACE_KEYS_MAX) {
      throw new AppError("conflict", `A workspace keeps at most ${WORKSPACE_KEYS_MAX} API keys.`);
    }
    const row = await insertWorkspaceKey(tx, scope, {
      name: body.name,
      keyHash: sha256Hex(key),
      keyPrefix: prefixOf(key),
      createdAt: now,
    });
    const target = { type: "api_key", id: row.id };
    const after = { name: row.name, key_prefix: row.keyPrefix };
    await recordAudit(tx, scope, { action: "api_key.created", target, after }, now);
    return { ...presentWorkspaceKey(row), key };
  });
}
