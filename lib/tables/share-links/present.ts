import type { z } from "zod";
import type { ShareLink } from "@/lib/tables/schema";
import type { ShareLinkRow } from "@/lib/tables/share-links/store";

/** Whether a link still opens at a time. */
function statusOf(
  { revokedAt, expiresAt }: Pick<ShareLinkRow, "revokedAt" | "expiresAt">,
  now: Date,
): z.input<typeof ShareLink>["status"] {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
}

/** A link as members see it: never its token nor its password. */
export function presentShareLink(row: ShareLinkRow, now: Date): z.input<typeof ShareLink> {
  return {
    id: row.id,
    name: row.name,
    permission: row.permission,
    status: statusOf(row, now),
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
