import type { WorkspaceScope } from "@/lib/access/authorise";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db } from "@/lib/platform/database";
import type { WorkspaceKey } from "@/lib/platform/rows";
import { WORKSPACE_KEY_USE_NOTED_AFTER_S } from "@/lib/tokens/workspace-keys/limits";

type NewRow = Pick<WorkspaceKey, "name" | "keyHash" | "keyPrefix" | "createdAt">;

/** Stores a new key of the workspace, hash only. */
export async function insertWorkspaceKey(tx: Db, scope: WorkspaceScope, row: NewRow): Promise<WorkspaceKey> {
  return tx.workspaceKey.create({ data: { ...row, workspaceId: scope.workspaceId } });
}

/** How many keys the workspace keeps. */
export async function countWorkspaceKeys(tx: Db, scope: WorkspaceScope): Promise<number> {
  return tx.workspaceKey.count({ where: { workspaceId: scope.workspaceId } });
}

/** The workspace's keys, newest first, at most `limit` of them after `after`. */
export async function listWorkspaceKeyRows(
  scope: WorkspaceScope,
  { limit, after }: Slice,
): Promise<WorkspaceKey[]> {
  return db().workspaceKey.findMany({
    where: {
      workspaceId: scope.workspaceId,
      AND: beyond(after, "desc"),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** Deletes one of the workspace's keys and gives it back; null for an unknown one and for another workspace's. */
export async function deleteWorkspaceKeyRow(
  tx: Db,
  scope: WorkspaceScope,
  id: string,
): Promise<WorkspaceKey | null> {
  const where = { id, workspaceId: scope.workspaceId };
  const row = await tx.workspaceKey.findFirst({ where });
  const { count } = await tx.workspaceKey.deleteMany({ where });
  return count === 1 ? row : null;
}

/**
 * The active workspace that a key opens, or null, and a note of its use in the same statement. The note is written once
 * a minute: hundreds of batches a minute would otherwise queue for one row.
 */
export async function touchWorkspaceKey(
  keyHash: string,
  now: Date,
): Promise<{ keyId: string; workspaceId: string } | null> {
  const notedBefore = new Date(now.getTime() - WORKSPACE_KEY_USE_NOTED_AFTER_S * 1000);
  const [row] = await db().$queryRaw<{ id: string; workspace_id: string }[]>`
    WITH found AS (
      SELECT k.id, k.workspace_id FROM workspace_key k JOIN workspace w ON w.id = k.workspace_id AND w.is_active
      WHERE k.key_hash = ${keyHash}
    ), noted AS (
      UPDATE workspace_key SET last_used_at = ${now}::timestamptz
      WHERE id = (SELECT id FROM found) AND (last_used_at IS NULL OR last_used_at < ${notedBefore}::timestamptz)
    )
    SELECT id::text, workspace_id::text FROM found`;
  return row ? { keyId: row.id, workspaceId: row.workspace_id } : null;
}
