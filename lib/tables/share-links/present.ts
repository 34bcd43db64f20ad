import type { ShareLink, SharePermission } from "@/lib/tables/schema";
import { grantedBy } from "@/lib/tables/share-links/rules";
import type { LinkOwner, ShareLinkRow } from "@/lib/tables/share-links/store";

const NOTHING: ReadonlySet<string> = new Set();

/** Whether a link still opens at a time. */
function statusOf(
  { revokedAt, expiresAt }: Pick<ShareLinkRow, "revokedAt" | "expiresAt">,
  granted: SharePermission | null,
  now: Date,
): ShareLink["status"] {
  if (revokedAt !== null) return "revoked";
  if (expiresAt !== null && expiresAt <= now) return "expired";
  return granted === null ? "suspended" : "active";
}

/**
 * A link as members see it: never its token nor its password.
 * @param owner undefined where whoever answered for it is erased
 */
export function presentShareLink(row: ShareLinkRow, owner: LinkOwner | undefined, now: Date): ShareLink {
  const granted = grantedBy(owner?.permissions ?? NOTHING, row.permission);
  return {
    id: row.id,
    name: row.name,
    permission: row.permission,
    granted_permission: granted,
    status: statusOf(row, granted, now),
    owner: owner ? { id: owner.id, name: owner.name } : null,
    has_password: row.passwordHash !== null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    hidden_columns: row.hiddenColumns,
    row_filter: row.rowFilter,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    created_by_id: row.createdById,
    created_by_name: row.createdBy?.name ?? null,
    created_at: row.createdAt.toISOString(),
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}
