import type { WorkspaceScope } from "@/lib/access/authorise";
import type { ObjectRow } from "@/lib/crm/objects/store";
import type { Filter } from "@/lib/crm/records/schema";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, Prisma } from "@/lib/platform/database";
import type { CrmView } from "@/lib/platform/rows";

export type ViewRow = Omit<CrmView, "filter"> & { filter: Filter | null };
type ViewValues = Pick<ViewRow, "name" | "isShared" | "filter" | "sort" | "columns">;

function asView(row: CrmView): ViewRow {
  return { ...row, filter: row.filter as Filter | null };
}

function asData({ name, isShared, filter, sort, columns }: ViewValues) {
  return { name, isShared, filter: filter ?? Prisma.DbNull, sort, columns };
}

/** Shared views of an object, and the reader's own. */
function visible(scope: WorkspaceScope, object: ObjectRow): Prisma.CrmViewWhereInput {
  return {
    objectId: object.id,
    workspaceId: scope.workspaceId,
    OR: [{ isShared: true }, { ownerId: scope.actor.developerId }],
  };
}

/** A page of the views that the scope's member sees, oldest first. */
export async function listViewRows(
  scope: WorkspaceScope,
  object: ObjectRow,
  { limit, after }: Slice,
): Promise<ViewRow[]> {
  const found = await db().crmView.findMany({
    where: {
      ...visible(scope, object),
      AND: beyond(after, "asc"),
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: limit,
  });
  return found.map(asView);
}

/** A view that the scope's member sees; null for any other. */
async function findView(
  tx: Db,
  scope: WorkspaceScope,
  object: ObjectRow,
  id: string,
): Promise<ViewRow | null> {
  const row = await tx.crmView.findFirst({ where: { ...visible(scope, object), id } });
  return row && asView(row);
}

/** As `findView`, held until the transaction ends, so that changes of a view happen one after the other. */
export async function lockView(
  tx: Db,
  scope: WorkspaceScope,
  object: ObjectRow,
  id: string,
): Promise<ViewRow | null> {
  await tx.$queryRaw`
    SELECT 1 FROM crm_view WHERE id = ${id}::uuid AND object_id = ${object.id}::uuid FOR NO KEY UPDATE`;
  return findView(tx, scope, object, id);
}

/** How many views of an object there are that somebody sees: those of people who left wait unseen for their return. */
export async function countViews(tx: Db, { id: objectId, workspaceId }: ObjectRow): Promise<number> {
  const isSeen = [{ isShared: true }, { owner: { memberships: { some: { workspaceId } } } }];
  return tx.crmView.count({ where: { objectId, OR: isSeen } });
}

/** Adds a view of the scope's member. */
export async function insertView(
  tx: Db,
  scope: WorkspaceScope,
  object: ObjectRow,
  values: ViewValues,
  now: Date,
): Promise<ViewRow> {
  const place = { workspaceId: scope.workspaceId, objectId: object.id, ownerId: scope.actor.developerId };
  return asView(await tx.crmView.create({ data: { ...asData(values), ...place, createdAt: now } }));
}

/** Changes a view, which the caller has found to be the scope's. */
export async function updateViewRow(tx: Db, view: ViewRow, values: ViewValues): Promise<ViewRow> {
  return asView(await tx.crmView.update({ where: { id: view.id }, data: asData(values) }));
}

/** Removes a view, which the caller has found to be the scope's. */
export async function deleteViewRow(tx: Db, view: ViewRow): Promise<void> {
  await tx.crmView.deleteMany({ where: { id: view.id } });
}
