import type { Values } from "@/lib/crm/attributes/schema";
import { IMPORT_CHUNK_ROWS, IMPORT_CHUNKS_PER_STATEMENT } from "@/lib/crm/import/limits";
import type { NewOptions } from "@/lib/crm/import/new-options";
import type { Claim } from "@/lib/crm/import/plan-rows";
import type { Preview } from "@/lib/crm/import/preview";
import type { FileRow } from "@/lib/crm/import/read-file";
import type { GivenRow, ImportOptions, RowFault } from "@/lib/crm/import/read-rows";
import type { ImportChangeKind, ImportState, LeftRecord } from "@/lib/crm/import/schema";
import { beyond, type Slice } from "@/lib/http/paging";
import { chunks } from "@/lib/platform/chunks";
import { type Db, db, lockName, Prisma, withParent } from "@/lib/platform/database";

/** The options of an import: the request's body without its file. */
export type StoredOptions = ImportOptions & { skip_invalid: boolean };

const WITH_NAMES = {
  object: { select: { slug: true } },
  createdBy: { select: { name: true } },
  undoneBy: { select: { name: true } },
} as const satisfies Prisma.CrmImportInclude;

type Stored = Prisma.CrmImportGetPayload<{ include: typeof WITH_NAMES }>;

/** An import's current state, with its documents. */
export type ImportRow = Omit<
  Stored,
  "state" | "options" | "columns" | "newOptions" | "errors" | "preview" | "leftRecords"
> & {
  state: ImportState;
  options: StoredOptions;
  columns: { header: string; attribute: string | null }[];
  newOptions: NewOptions;
  errors: RowFault[];
  preview: Preview;
  leftRecords: LeftRecord[];
};

/** Adds an import without its rows. */
export async function insertImport(
  tx: Db,
  row: Omit<Prisma.CrmImportUncheckedCreateInput, "options" | "createdAt" | "updatedAt"> & {
    options: StoredOptions;
  },
  now: Date,
): Promise<void> {
  await tx.crmImport.create({ data: { ...row, createdAt: now, updatedAt: now } });
}

/** Changes an import. The caller has locked it or just created it. */
export async function updateImport(
  tx: Db,
  id: string,
  change: Omit<Prisma.CrmImportUncheckedUpdateInput, "state"> & { state?: ImportState },
  now: Date,
): Promise<void> {
  await tx.crmImport.update({ where: { id }, data: { ...change, updatedAt: now } });
}

/**
 * Locks an import until the transaction ends, so that its steps, cancelling and undoing take turns. Null if there is
 * none.
 */
export async function lockImport(tx: Db, workspaceId: string, id: string): Promise<ImportRow | null> {
  await tx.$queryRaw`
    SELECT 1 FROM crm_import WHERE id = ${id}::uuid AND workspace_id = ${workspaceId}::uuid FOR UPDATE`;
  return findImport(tx, workspaceId, null, id);
}

/** An import of a workspace, and of an object if one is given; null if there is none. */
export async function findImport(
  tx: Db,
  workspaceId: string,
  objectId: string | null,
  id: string,
): Promise<ImportRow | null> {
  const where = { id, workspaceId, ...(objectId === null ? {} : { objectId }) };
  const found = (await tx.crmImport.findFirst({ where, include: WITH_NAMES })) as ImportRow | null;
  return withParent(found ? [found] : [], "object")[0] ?? null;
}

/** A page of an object's imports, newest first. The caller has checked that the object is in its workspace. */
export async function listImportRows(objectId: string, { limit, after }: Slice): Promise<ImportRow[]> {
  const found = await db().crmImport.findMany({
    where: { objectId, state: { not: "receiving" }, AND: beyond(after, "desc") },
    include: WITH_NAMES,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  return withParent(found as ImportRow[], "object");
}

/**
 * How many unfinished imports a workspace has. Takes a lock until the transaction ends, so that two requests can't both
 * pass the check and add one.
 */
export async function countRunning(tx: Db, workspaceId: string): Promise<number> {
  await lockName(tx, `crm-import:${workspaceId}`);
  const state = { in: ["receiving", "queued", "checking", "writing"] };
  return tx.crmImport.count({ where: { workspaceId, state } });
}

/** Cancels imports that were checked and not started, and deletes their rows. @param which a query that locks them */
async function cancelUnstarted(tx: Db, which: Prisma.Sql, now: Date): Promise<void> {
  await tx.$executeRaw`
    WITH meant AS MATERIALIZED (${which}), cancelled AS (
      UPDATE crm_import SET state = 'cancelled', updated_at = ${now}::timestamptz, finished_at = ${now}::timestamptz
      WHERE id IN (SELECT id FROM meant)
      RETURNING id
    )
    DELETE FROM crm_import_chunk c USING cancelled WHERE c.import_id = cancelled.id`;
}

/** Cancels somebody's checked imports that nobody started, except the newest, and deletes their rows. */
export async function cancelChecked(
  tx: Db,
  { workspaceId, developerId }: { workspaceId: string; developerId: string },
  kept: number,
  now: Date,
): Promise<void> {
  const surplus = Prisma.sql`
    SELECT id FROM crm_import
    WHERE created_by_id = ${developerId}::uuid AND workspace_id = ${workspaceId}::uuid AND state = 'checked'
    ORDER BY updated_at DESC, id DESC OFFSET ${kept} FOR UPDATE`;
  await cancelUnstarted(tx, surplus, now);
}

/** Whether another import of the same object is running, or has been waiting longer than this one. */
export async function hasOneBefore(tx: Db, { id, objectId, createdAt }: ImportRow): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT 1 AS one FROM crm_import
    WHERE object_id = ${objectId}::uuid AND id <> ${id}::uuid
      AND (state IN ('checking', 'writing')
           OR state = 'queued' AND (created_at, id) < (${createdAt}::timestamptz, ${id}::uuid))
    LIMIT 1`;
  return found.length > 0;
}

/** Stores the rows of a file while its import is being received, in chunks and with few statements. */
export async function insertChunks(importId: string, rows: readonly FileRow[]): Promise<void> {
  const parts = chunks(rows, IMPORT_CHUNK_ROWS).map((part, position) => ({ position, rows: part }));
  for (const some of chunks(parts, IMPORT_CHUNKS_PER_STATEMENT)) {
    await db().$executeRaw`
      INSERT INTO crm_import_chunk (import_id, position, rows)
      SELECT ${importId}::uuid, position, rows
      FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb) AS given(position int, rows jsonb)`;
  }
}

/** A chunk's rows: cells as they were uploaded or, once checked, the values of the valid rows. */
export async function findChunk<R extends FileRow | GivenRow>(
  tx: Db,
  importId: string,
  position: number,
): Promise<R[] | null> {
  const found = await tx.crmImportChunk.findUnique({ where: { importId_position: { importId, position } } });
  return found && (found.rows as R[]);
}

/** Replaces a chunk's rows by those that are valid. */
export async function updateChunk(
  tx: Db,
  importId: string,
  position: number,
  rows: readonly GivenRow[],
): Promise<void> {
  const where = { importId_position: { importId, position } };
  await tx.crmImportChunk.update({ where, data: { rows: rows as Prisma.InputJsonArray } });
}

/** Deletes the rows of an import and their claims. */
export async function deleteRowsOf(tx: Db, importId: string): Promise<void> {
  await tx.crmImportChunk.deleteMany({ where: { importId } });
  await deleteClaims(tx, importId);
}

export async function deleteClaims(tx: Db, importId: string): Promise<void> {
  await tx.crmImportClaim.deleteMany({ where: { importId } });
}

/**
 * Records which row of an import was the first to claim each value, and returns those rows in the order of the claims.
 */
export async function claimRows(tx: Db, importId: string, claims: readonly Claim[]): Promise<number[]> {
  if (claims.length === 0) return [];
  const attributeIds = claims.map(({ attributeId }) => attributeId);
  const texts = claims.map(({ key }) => key);
  const numbers = claims.map(({ number }) => number);
  await tx.$executeRaw`
    INSERT INTO crm_import_claim (import_id, attribute_id, key, row)
    SELECT ${importId}::uuid, * FROM unnest(${attributeIds}::uuid[], ${texts}::text[], ${numbers}::int[])
    ON CONFLICT DO NOTHING`;
  const rows = await tx.$queryRaw<{ row: number }[]>`
    SELECT c.row FROM unnest(${attributeIds}::uuid[], ${texts}::text[]) WITH ORDINALITY AS wanted(attribute_id, key, at)
    CROSS JOIN LATERAL (
      SELECT row FROM crm_import_claim
      WHERE import_id = ${importId}::uuid AND attribute_id = wanted.attribute_id AND key = wanted.key LIMIT 1) AS c
    ORDER BY wanted.at`;
  return rows.map(({ row }) => row);
}

export type ImportChange = { kind: ImportChangeKind; recordId: string; before: Values; after: Values };

/** Records what an import did to records, so that it can be undone. */
export async function insertChanges(
  tx: Db,
  importId: string,
  changes: readonly ImportChange[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO crm_import_change (import_id, kind, record_id, before, after, created_at)
    SELECT ${importId}::uuid, kind, "recordId", before, after, ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      AS given(kind text, "recordId" uuid, before jsonb, after jsonb)
    ON CONFLICT DO NOTHING`;
}

/**
 * The next changes of an import to undo: created records first, because they may have taken values that others had
 * before.
 */
export async function listChanges(
  tx: Db,
  importId: string,
  cursor: string | null,
  limit: number,
): Promise<ImportChange[]> {
  const [kind = "", recordId = "00000000-0000-0000-0000-000000000000"] = cursor?.split("/") ?? [];
  return tx.$queryRaw<ImportChange[]>`
    SELECT kind, record_id::text AS "recordId", before, after FROM crm_import_change
    WHERE import_id = ${importId}::uuid AND (kind, record_id) > (${kind}::text, ${recordId}::uuid)
    ORDER BY kind, record_id LIMIT ${limit}`;
}

/**
 * The records of an import that somebody has changed since: by hand, by a form, or by another import that was not
 * undone. Changes that automations made because of the import don't count. Uses the timelines, which contain every
 * change.
 */
export async function findTouched(
  tx: Db,
  importId: string,
  recordIds: readonly string[],
): Promise<Set<string>> {
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT c.record_id::text AS id FROM crm_import_change c
    JOIN crm_record_event e ON e.record_id = c.record_id AND e.created_at >= c.created_at
    WHERE c.import_id = ${importId}::uuid AND c.record_id = ANY(${recordIds}::uuid[])
      AND e.actor_kind <> 'automation' AND e.cause_id IS DISTINCT FROM ${importId}::uuid
      AND NOT EXISTS (SELECT 1 FROM crm_import i WHERE i.id = e.cause_id AND i.state = 'undone')`;
  return new Set(found.map(({ id }) => id));
}

/** Unfinished imports that have made no progress since `before`: their job was lost. */
export async function listNeglected(
  before: Date,
  limit: number,
): Promise<{ id: string; workspaceId: string }[]> {
  return db().crmImport.findMany({
    where: { state: { in: ["queued", "checking", "writing", "undoing"] }, updatedAt: { lt: before } },
    select: { id: true, workspaceId: true },
    orderBy: { updatedAt: "asc" },
    take: limit,
  });
}

/** Deletes imports whose rows did not all arrive, and cancels checked ones that nobody started. */
export async function expireImports(receivedBefore: Date, checkedBefore: Date, now: Date): Promise<void> {
  await db().crmImport.deleteMany({ where: { state: "receiving", updatedAt: { lt: receivedBefore } } });
  const expired = Prisma.sql`
    SELECT id FROM crm_import
    WHERE state = 'checked' AND updated_at < ${checkedBefore}::timestamptz
    ORDER BY id FOR UPDATE`;
  await cancelUnstarted(db(), expired, now);
}

/** Deletes a batch of changes that can't be undone any more. @returns how many */
export async function eraseChanges(now: Date, countMax: number): Promise<number> {
  const erased = await db().$executeRaw`
    WITH old AS MATERIALIZED (
      SELECT c.import_id, c.kind, c.record_id
      FROM crm_import i JOIN crm_import_change c ON c.import_id = i.id
      WHERE i.undo_until < ${now}::timestamptz AND i.state <> 'undoing'
      LIMIT ${countMax}
    )
    DELETE FROM crm_import_change c USING old
    WHERE (c.import_id, c.kind, c.record_id) = (old.import_id, old.kind, old.record_id)`;
  if (erased < countMax) {
    await db().crmImport.updateMany({
      where: { undoUntil: { lt: now }, state: { not: "undoing" } },
      data: { undoUntil: null },
    });
  }
  return erased;
}
