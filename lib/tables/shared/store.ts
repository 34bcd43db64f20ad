import { permissionsSql } from "@/lib/access/store";
import { type Db, db, Prisma } from "@/lib/platform/database";
import type * as rows from "@/lib/platform/rows";
import type { SharePermission } from "@/lib/tables/schema";
import { grantedBy, SHARE_PERMISSIONS } from "@/lib/tables/share-links/rules";
import type { TableRow } from "@/lib/tables/store";

const WITH_TABLE = {
  table: { include: { workspace: { select: { isActive: true } } } },
} as const satisfies Prisma.ShareLinkInclude;

export type OpenLink = Omit<rows.ShareLink, "permission"> & { permission: SharePermission; table: TableRow };

const OWNER_PERMISSIONS = permissionsSql(
  Prisma.sql`t.workspace_id`,
  Prisma.sql`COALESCE(l.owner_id, l.created_by_id)`,
  SHARE_PERMISSIONS,
);

/** What the member may now in whose name a link opens. */
async function findOwnerPermissions(tx: Db, linkId: string): Promise<Set<string>> {
  const [row] = await tx.$queryRaw<{ permissions: string[] }[]>`
    SELECT ${OWNER_PERMISSIONS} AS permissions
    FROM share_link l JOIN data_table t ON t.id = l.table_id WHERE l.id = ${linkId}::uuid`;
  return new Set(row?.permissions);
}

/**
 * The link with this token's hash, letting visitors do no more than its owner may now; null unless it is neither revoked
 * nor expired, its table and workspace live, and its owner may see tables.
 */
export async function findOpenLink(tokenHash: string, now: Date, tx: Db = db()): Promise<OpenLink | null> {
  const found = await tx.shareLink.findFirst({
    where: {
      tokenHash,
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
      table: { deletedAt: null, workspace: { isActive: true } },
    },
    include: WITH_TABLE,
  });
  if (!found) return null;
  const link = found as unknown as OpenLink;
  const permission = grantedBy(await findOwnerPermissions(tx, link.id), link.permission);
  return permission === null ? null : { ...link, permission };
}

/** Writes down when a link was last used. */
export async function noteUse(linkId: string, now: Date): Promise<void> {
  await db().shareLink.updateMany({ where: { id: linkId }, data: { lastUsedAt: now } });
}

type Tries = { linkId: string; address: string };

/**
 * Counts one try of a password, unless there were `countMax` already since a time; of many at once, no more than that
 * are counted. It is committed before the password is looked at: whatever fails afterwards, the try was made.
 * @returns null when it was counted, else when the oldest of the others was made
 */
export async function takeTry(
  { linkId, address }: Tries,
  countMax: number,
  since: Date,
  now: Date,
): Promise<Date | null> {
  const taken = await db().$executeRaw`
    INSERT INTO share_link_password_try AS t (link_id, address, tried_at, last_try_at)
    VALUES (${linkId}::uuid, ${address}, ARRAY[${now}::timestamptz], ${now}::timestamptz)
    ON CONFLICT (link_id, address) DO UPDATE SET
      tried_at = ARRAY(SELECT at FROM unnest(t.tried_at) AS at WHERE at > ${since}::timestamptz) || ${now}::timestamptz,
      last_try_at = ${now}::timestamptz
    WHERE (SELECT count(*) FROM unnest(t.tried_at) AS at WHERE at > ${since}::timestamptz) < ${countMax}::int`;
  if (taken > 0) return null;
  const [oldest] = await db().$queryRaw<{ at: Date }[]>`
    SELECT at FROM share_link_password_try t, unnest(t.tried_at) AS at
    WHERE t.link_id = ${linkId}::uuid AND t.address = ${address} AND at > ${since}::timestamptz
    ORDER BY at LIMIT 1`;
  return oldest?.at ?? now;
}

/** Gives back tries made at a time, because the password was right. */
export async function giveTriesBack(tries: readonly Tries[], madeAt: Date): Promise<void> {
  const linkIds = tries.map(({ linkId }) => linkId);
  const addresses = tries.map(({ address }) => address);
  await db().$executeRaw`
    UPDATE share_link_password_try t SET tried_at = array_remove(t.tried_at, ${madeAt}::timestamptz)
    FROM unnest(${linkIds}::uuid[], ${addresses}::text[]) AS given(link_id, address)
    WHERE t.link_id = given.link_id AND t.address = given.address`;
}

/** Forgets tries of addresses that have not tried since a time. */
export async function eraseOldTries(before: Date): Promise<void> {
  await db().shareLinkPasswordTry.deleteMany({ where: { lastTryAt: { lt: before } } });
}
