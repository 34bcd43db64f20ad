import type { WorkspaceKey as WorkspaceKeyRow } from "@/lib/platform/rows";
import type { WorkspaceKey } from "@/lib/tokens/workspace-keys/schema";

/** A workspace key as its administrators may see it: never the key, never its hash. */
export function presentWorkspaceKey(row: WorkspaceKeyRow): WorkspaceKey {
  return {
    id: row.id,
    name: row.name,
    key_prefix: row.keyPrefix,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}
