import type { ApiToken as ApiTokenRow } from "@/lib/platform/rows";
import type { ApiToken } from "@/lib/tokens/schema";

/** An API token as everyone may see it: never the token, never its hash. */
export function presentApiToken(row: ApiTokenRow): ApiToken {
  return {
    id: row.id,
    name: row.name,
    token_prefix: row.tokenPrefix,
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    is_active: row.isActive,
    parent_id: row.parentId,
    workspace_id: row.workspaceId,
    permissions: row.hasAllPermissions ? null : row.permissions,
    is_read_only: row.isReadOnly,
    created_at: row.createdAt.toISOString(),
  };
}
