import type { PermissionSlug } from "@/lib/access/catalog";
import { findPermissions } from "@/lib/access/store";
import type { Filter } from "@/lib/crm/records/schema";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, Prisma } from "@/lib/platform/database";
import type * as rows from "@/lib/platform/rows";
import type { SharePermission } from "@/lib/tables/schema";
import { SHARE_PERMISSIONS } from "@/lib/tables/share-links/rules";
import type { CountedTable } from "@/lib/tables/store";

const WITH_CREATOR = { createdBy: { select: { name: true } } } as const satisfies Prisma.ShareLinkInclude;

export type ShareLinkRow = Omit<rows.ShareLink, "permission" | "rowFilter"> & {
  permission: SharePermission;
  rowFilter: Filter | null;
  createdBy: { name: string } | null;
};

type Table = Pick<CountedTable, "id">;

function asLink(row: Prisma.ShareLinkGetPayload<{ include: typeof WITH_CREATOR }>): ShareLinkRow {
  return row as unknown as ShareLinkRow;
}

function asColumns({ rowFilter, ...change }: Partial<ShareLinkRow>) {
  const { createdBy: _, ...columns } = change;
  return { ...columns, ...(rowFilter === undefined ? {} : { rowFilter: rowFilter ?? Prisma.DbNull }) };
}

/** In whose name a link opens, and what they may do now that a link can pass on. */
export type LinkOwner = { id: string; name: string; permissions: ReadonlySet<PermissionSlug> };

/** Who answers for links of one workspace, by link, in one query; none for those whose owners are erased. */
export async function findLinkOwners(
  tx: Db,
  workspaceId: string,
  links: readonly Pick<ShareLinkRow, "id" | "ownerId" | "createdById">[],
): Promise<Map<string, LinkOwner>> {
  const ids = new Set(links.flatMap(({ ownerId, createdById }) => ownerId ?? createdById ?? []));
  const found = await findPermissions(tx, workspaceId, [...ids], SHARE_PERMISSIONS);
  return new Map(
    links.flatMap(({ id, ownerId, createdById }) => {
      const owner = found.get(ownerId ?? createdById ?? "");
      return owner ? [[id, { id: ownerId ?? createdById ?? "", ...owner }] as const] : [];
    }),
  );
}

/** A link of a table; null where there is none. The caller has found the table in its workspace. */
export async function findShareLink(
  tx: Db,
  { id: tableId }: Table,
  id: string,
): Promise<ShareLinkRow | null> {
  const found = await tx.shareLink.findFirst({ where: { id, tableId }, include: WITH_CREATOR });
  return found && asLink(found);
}

/** A table's links, newest first, at most `limit` of them after `after`. */
export async function listShareLinkRows(
  { id: tableId }: Table,
  { limit, after }: Slice,
): Promise<ShareLinkRow[]> {
  const found = await db().shareLink.findMany({
    where: {
      tableId,
      AND: beyond(after, "desc"),
    },
    include: WITH_CREATOR,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  return found.map(asLink);
}

/** How many links a table has that are not revoked. */
export async function countShareLinks(tx: Db, { id: tableId }: Table): Promise<number> {
  return tx.shareLink.count({ where: { tableId, revokedAt: null } });
}

export type NewShareLinkRow = Pick<
  ShareLinkRow,
  | "tableId"
  | "name"
  | "tokenHash"
  | "permission"
  | "passwordHash"
  | "expiresAt"
  | "hiddenColumns"
  | "rowFilter"
  | "createdById"
  | "ownerId"
  | "createdAt"
>;

/** Adds a link. */
export async function insertShareLink(
  tx: Db,
  { rowFilter, ...link }: NewShareLinkRow,
): Promise<ShareLinkRow> {
  const data = { ...link, rowFilter: rowFilter ?? Prisma.DbNull };
  return asLink(await tx.shareLink.create({ data, include: WITH_CREATOR }));
}

/** Changes a link. The caller has locked its table. */
export async function updateShareLinkRow(
  tx: Db,
  id: string,
  change: Partial<
    Pick<
      ShareLinkRow,
      | "name"
      | "permission"
      | "passwordHash"
      | "passwordVersion"
      | "expiresAt"
      | "hiddenColumns"
      | "rowFilter"
      | "revokedAt"
      | "ownerId"
    >
  >,
): Promise<ShareLinkRow> {
  return asLink(await tx.shareLink.update({ where: { id }, data: asColumns(change), include: WITH_CREATOR }));
}
