import { beyond, type Slice } from "@/lib/http/paging";
import { decrypt, encrypt } from "@/lib/platform/crypto";
import { type Db, db, Prisma } from "@/lib/platform/database";
import { bucketsChangedBy, holdsSamples } from "@/lib/tracker/enrichment/covered-sql";
import { markedDueAt } from "@/lib/tracker/enrichment/due-sql";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import type { Covers, ReadEvent } from "@/lib/tracker/imports/rules";
import type { IMPORT_REFUSALS, TrackerImportState } from "@/lib/tracker/imports/schema";
import { DAY } from "@/lib/tracker/samples/texts-sql";

export type Refused = Partial<Record<(typeof IMPORT_REFUSALS)[number], number>>;

type Stored = Prisma.TrackerImportGetPayload<{ omit: { covers: true } }>;
/** An import's current state. */
export type ImportRow = Omit<Stored, "state" | "rejected"> & { state: TrackerImportState; rejected: Refused };

/** What `covers` of a file comes to may be as large as the file: only the job reads it. */
const omit = { covers: true } as const;

const UNDER_WAY = ["receiving", "queued", "running", "undoing"];

const contextOf = (importId: string) => `tracker-import:${importId}`;

/** How many imports of a developer are waiting or running. */
export async function countRunning(tx: Db, developerId: string): Promise<number> {
  return tx.trackerImport.count({ where: { developerId, state: { in: UNDER_WAY } } });
}

/** Adds an import whose file is being received. */
export async function insertImport(
  tx: Db,
  row: { id: string; developerId: string; deviceId: string; workspaceId: string | null },
  now: Date,
): Promise<void> {
  await tx.trackerImport.create({ data: { ...row, state: "receiving", createdAt: now, updatedAt: now } });
}

/**
 * Stores events of an import until they are processed. They are redacted only then, and nobody can read them before.
 */
export async function insertChunk(
  importId: string,
  position: number,
  events: readonly ReadEvent[],
): Promise<void> {
  const sealed = encrypt(JSON.stringify(events), contextOf(importId));
  await db().trackerImportChunk.create({ data: { importId, position, sealed } });
}

/** The events of a chunk; null where there is none. */
export async function findChunk(importId: string, position: number): Promise<ReadEvent[] | null> {
  const row = await db().trackerImportChunk.findUnique({
    where: { importId_position: { importId, position } },
  });
  return row && (JSON.parse(decrypt(row.sealed, contextOf(importId))) as ReadEvent[]);
}

/** Deletes an import's chunks before a position; all of them without one. */
export async function deleteChunks(tx: Db, importId: string, before?: number): Promise<void> {
  await tx.trackerImportChunk.deleteMany({
    where: { importId, ...(before === undefined ? {} : { position: { lt: before } }) },
  });
}

/** Changes an import, if it is still in one of the given states. @returns whether it was */
export async function updateImport(
  tx: Db,
  id: string,
  from: readonly TrackerImportState[],
  change: Omit<Prisma.TrackerImportUncheckedUpdateManyInput, "state"> & { state?: TrackerImportState },
  now: Date,
): Promise<boolean> {
  const where = { id, state: { in: [...from] } };
  return (await tx.trackerImport.updateMany({ where, data: { ...change, updatedAt: now } })).count > 0;
}

/** Keeps what its file says of when which events count: as text, because Prisma would look at each number of a million. */
export async function storeCovers(tx: Db, id: string, covers: Covers): Promise<void> {
  await tx.$executeRaw`
    UPDATE tracker_import SET covers = ${JSON.stringify(covers)}::jsonb WHERE id = ${id}::uuid`;
}

/** Deletes an import; its samples stay. */
export async function deleteImport(id: string): Promise<void> {
  await db().trackerImport.deleteMany({ where: { id } });
}

/** An import by id; null if there is none. */
export async function findImport(id: string): Promise<ImportRow | null> {
  return (await db().trackerImport.findUnique({ where: { id }, omit })) as ImportRow | null;
}

/** Whose imports: with `workspaceId` only those that add to that workspace and to no other. */
type Of = { developerId: string; workspaceId: string | null };

const importsOf = ({ developerId, workspaceId }: Of) => ({
  developerId,
  ...(workspaceId === null ? {} : { workspaceId }),
});

/** One of a developer's imports; null for any other. */
export async function findImportOf(of: Of, id: string): Promise<ImportRow | null> {
  return (await db().trackerImport.findFirst({ where: { id, ...importsOf(of) }, omit })) as ImportRow | null;
}

/** When somebody was there, and where which kind of event counts, by an import's file. */
export async function findCovers(id: string): Promise<Covers> {
  const row = await db().trackerImport.findUnique({ where: { id }, select: { covers: true } });
  return { there: null, browsers: null, pages: null, ...(row?.covers as Partial<Covers> | undefined) };
}

/** A page of a developer's imports, newest first. */
export async function listImportRows(of: Of, { limit, after }: Slice): Promise<ImportRow[]> {
  const found = await db().trackerImport.findMany({
    where: {
      ...importsOf(of),
      AND: beyond(after, "desc"),
    },
    omit,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  return found as ImportRow[];
}

/** How many samples an import stored. */
export async function countSamples(importId: string): Promise<number> {
  return db().trackerSample.count({ where: { importId } });
}

/**
 * Deletes samples of an import with their derivations, and marks the quarters of an hour they covered to be derived
 * again.
 * @returns how many (fewer than `limit` once none are left), the days they belonged to, and the workspaces for which
 *   quarters were marked
 */
export async function deleteSamplesOf(
  tx: Db,
  importId: string,
  limit: number,
  now: Date,
): Promise<{ gone: number; days: string[]; workspaceIds: string[] }> {
  const [row] = await tx.$queryRaw<{ gone: number; days: string[]; workspaceIds: string[] }[]>`
    WITH chosen AS MATERIALIZED (
      SELECT id, ts FROM tracker_event_sample WHERE import_id = ${importId}::uuid LIMIT ${limit}
    ), gone AS (
      DELETE FROM tracker_event_sample s USING chosen c WHERE s.id = c.id AND s.ts = c.ts
      RETURNING s.ts, s.interval_s, s.is_point, s.developer_id, s.project_id
    ), marked AS (
      INSERT INTO tracker_dirty_bucket AS b (developer_id, bucket, workspace_id, marked_at)
      SELECT DISTINCT ON (1, 2) g.developer_id, to_timestamp(n * ${BUCKET_S}::int),
        -- Of a project that is gone any id will do for a turn.
        coalesce(p.workspace_id, g.project_id), ${markedDueAt(Prisma.sql`to_timestamp(n * ${BUCKET_S}::int)`, now)}
      FROM gone g
      CROSS JOIN LATERAL ${bucketsChangedBy("g")} AS c(n, is_after)
      LEFT JOIN project p ON p.id = g.project_id
      WHERE NOT is_after OR ${holdsSamples(Prisma.sql`g.developer_id`, Prisma.sql`n`)}
      ORDER BY 1, 2
      ON CONFLICT (developer_id, bucket) DO UPDATE SET version = b.version + 1,
        marked_at = least(b.marked_at, EXCLUDED.marked_at)
      RETURNING workspace_id
    )
    SELECT count(*)::int AS gone, coalesce(array_agg(DISTINCT ${Prisma.raw(DAY)}::text), '{}') AS days,
      ARRAY(SELECT DISTINCT workspace_id::text FROM marked) AS "workspaceIds"
    FROM gone`;
  return row ?? { gone: 0, days: [], workspaceIds: [] };
}

/** Unfinished imports that have made no progress since `before`. */
export async function listNeglected(before: Date, limit: number): Promise<string[]> {
  const rows = await db().trackerImport.findMany({
    where: { state: { in: ["queued", "running", "undoing"] }, updatedAt: { lt: before } },
    select: { id: true },
    orderBy: { updatedAt: "asc" },
    take: limit,
  });
  return rows.map(({ id }) => id);
}

/** Deletes imports whose file had not arrived completely by `before`. */
export async function deleteUnfinished(before: Date): Promise<void> {
  await db().trackerImport.deleteMany({ where: { state: "receiving", updatedAt: { lt: before } } });
}
