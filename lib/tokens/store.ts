import type { TokenScope } from "@/lib/access/scope/rules";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, Prisma, runPrepared } from "@/lib/platform/database";
import type { ApiToken } from "@/lib/platform/rows";

type NewRow = Pick<
  ApiToken,
  | "developerId"
  | "name"
  | "tokenHash"
  | "tokenPrefix"
  | "expiresAt"
  | "parentId"
  | "ancestorIds"
  | "workspaceId"
  | "isReadOnly"
  | "hasAllPermissions"
  | "permissions"
  | "createdAt"
>;

/** Stores a new token, hash only. */
export async function insertApiToken(tx: Db, row: NewRow): Promise<ApiToken> {
  return tx.apiToken.create({ data: row });
}

/** How many tokens a developer keeps, expired ones among them. */
export async function countApiTokens(tx: Db, developerId: string): Promise<number> {
  return tx.apiToken.count({ where: { developerId } });
}

/** A developer's tokens, newest first, at most `limit` of them after `after`. */
export async function listApiTokens(developerId: string, { limit, after }: Slice): Promise<ApiToken[]> {
  return db().apiToken.findMany({
    where: {
      developerId,
      AND: beyond(after, "desc"),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** One of a developer's own tokens; null for an unknown one and for someone else's. */
export async function findApiToken(tx: Db, developerId: string, id: string): Promise<ApiToken | null> {
  return tx.apiToken.findFirst({ where: { id, developerId } });
}

/** Changes a token's name or switches it on and off. */
export async function updateApiToken(
  tx: Db,
  id: string,
  change: Partial<Pick<ApiToken, "name" | "isActive">>,
): Promise<ApiToken> {
  return tx.apiToken.update({ where: { id }, data: change });
}

/** Deletes a token. */
export async function deleteApiTokenRow(tx: Db, id: string): Promise<void> {
  await tx.apiToken.delete({ where: { id } });
}

/** Switches off every token of a developer who leaves (requirements, Authentication 8). */
export async function revokeApiTokens(tx: Db, developerId: string): Promise<void> {
  await tx.apiToken.updateMany({ where: { developerId, isActive: true }, data: { isActive: false } });
}

/**
 * A token that is used to create another one, locked with its parents until the transaction ends, so that none is
 * deleted meanwhile; null if it can't be used any more. Its uses are still recorded.
 */
export async function lockParent(
  tx: Db,
  id: string,
  now: Date,
): Promise<Pick<ApiToken, "id" | "ancestorIds" | "expiresAt"> | null> {
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT t.id::text FROM api_token t
    WHERE t.id = ANY((SELECT a.id || coalesce(a.ancestor_ids, '{}') FROM api_token a WHERE a.id = ${id}::uuid)::uuid[])
    ORDER BY t.id FOR KEY SHARE`;
  const chain = await tx.apiToken.findMany({ where: { id: { in: held.map((row) => row.id) } } });
  const parent = chain.find((row) => row.id === id);
  const isUsable = chain.every((row) => row.isActive && (row.expiresAt === null || row.expiresAt > now));
  return parent && isUsable && chain.length === parent.ancestorIds.length + 1 ? parent : null;
}

type TouchedRow = {
  id: string;
  developer_id: string;
  workspace_id: string | null;
  is_read_only: boolean;
  permissions: string[] | null;
};

/**
 * Records the use of a token and returns its owner and scope, in one statement: null unless the token is known,
 * switched on, not expired, its developer active, and all its parents switched on. The time never moves backwards under
 * concurrent use, and may be lost if the database crashes within a second: nobody waits for it to reach the disk.
 */
export async function touchApiToken(
  tokenHash: string,
  now: Date,
): Promise<{ tokenId: string; developerId: string; tokenScope: TokenScope | null } | null> {
  const statement = Prisma.sql`
    UPDATE api_token t SET last_used_at = GREATEST(t.last_used_at, ${now}::timestamptz)
    FROM developer d, (SELECT set_config('synchronous_commit', 'off', true)) AS unhurried
    WHERE t.token_hash = ${tokenHash} AND t.is_active AND (t.expires_at IS NULL OR t.expires_at > ${now}::timestamptz)
      AND d.id = t.developer_id AND d.is_active
      AND NOT EXISTS (SELECT FROM api_token a WHERE a.id = ANY(t.ancestor_ids) AND NOT a.is_active)
    RETURNING t.id, t.developer_id, t.workspace_id, t.is_read_only,
      CASE WHEN NOT t.has_all_permissions THEN coalesce(t.permissions, '{}') END AS permissions`;
  const [row] = await runPrepared<TouchedRow>("tokens.touch", statement);
  if (!row) return null;
  const isLimited = row.workspace_id !== null || row.is_read_only || row.permissions !== null;
  const permissions = row.permissions && new Set(row.permissions);
  const tokenScope = { workspaceId: row.workspace_id, permissions, isReadOnly: row.is_read_only };
  return { tokenId: row.id, developerId: row.developer_id, tokenScope: isLimited ? tokenScope : null };
}

/** Those of some tokens that would still be let in. */
export async function whichTokensCount(ids: readonly string[], now: Date): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT t.id::text FROM api_token t JOIN developer d ON d.id = t.developer_id
    WHERE t.id = ANY (${[...ids]}::uuid[]) AND t.is_active AND (t.expires_at IS NULL OR t.expires_at > ${now}::timestamptz)
      AND d.is_active AND NOT EXISTS (SELECT FROM api_token a WHERE a.id = ANY (t.ancestor_ids) AND NOT a.is_active)`;
  return new Set(rows.map(({ id }) => id));
}
