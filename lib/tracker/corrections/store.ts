import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, lockName, Prisma } from "@/lib/platform/database";
import { bucketsChangedBy, holdsSamples, mayCover } from "@/lib/tracker/enrichment/covered-sql";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import type { DirtyBucket } from "@/lib/tracker/enrichment/marks-store";

export type CorrectionRow = {
  id: string;
  developerId: string;
  deviceId: string | null;
  from: Date;
  to: Date;
  setsProject: boolean;
  projectId: string | null;
  setsTask: boolean;
  taskKey: string | null;
  category: string | null;
  createdAt: Date;
};

/** Whether a device is, or was, a developer's. */
export async function ownsDevice(developerId: string, deviceId: string): Promise<boolean> {
  return (await db().trackerDevice.count({ where: { id: deviceId, developerId } })) > 0;
}

/** A project that a developer is an active member of, and whether it has the task that was asked for. */
type TaskPlace = { projectId: string; key: string; exists: boolean };

/**
 * The projects that a developer is an active member of, by id or by key, and whether each has the task.
 * @param asked no task is looked for if `number` is null
 */
export async function listPlaces(
  developerId: string,
  asked: { projectId: string | null; key: string | null; number: number | null },
): Promise<TaskPlace[]> {
  return db().$queryRaw<TaskPlace[]>`
    SELECT p.id::text AS "projectId", p.key,
      EXISTS (SELECT FROM task t WHERE t.project_id = p.id AND t.number = ${asked.number}::int) AS exists
    FROM project_member pm
    JOIN project p ON p.id = pm.project_id
    JOIN workspace_member m
      ON m.workspace_id = p.workspace_id AND m.developer_id = pm.developer_id AND m.status = 'active'
    WHERE pm.developer_id = ${developerId}::uuid
      AND (${asked.projectId}::uuid IS NULL OR p.id = ${asked.projectId}::uuid)
      AND (${asked.key}::text IS NULL OR p.key = ${asked.key}::text)
    ORDER BY p.id`;
}

/**
 * How many corrections of a developer are kept. Takes a lock until the transaction ends, so that two requests can't both
 * pass the check and add one: not everyone has devices to lock.
 */
export async function countCorrections(tx: Db, developerId: string): Promise<number> {
  await lockName(tx, `tracker-corrections:${developerId}`);
  return tx.trackerCorrection.count({ where: { developerId } });
}

export async function insertCorrection(tx: Db, row: Omit<CorrectionRow, "id">): Promise<CorrectionRow> {
  return tx.trackerCorrection.create({ data: row });
}

/** A developer's corrections that overlap a range, the latest first. */
export async function listCorrectionRows(
  developerId: string,
  { from, to }: { from: Date | null; to: Date | null },
  { limit, after }: Slice,
): Promise<CorrectionRow[]> {
  return db().trackerCorrection.findMany({
    where: {
      developerId,
      ...(from && { to: { gt: from } }),
      ...(to && { from: { lt: to } }),
      AND: beyond(after, "desc"),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** A developer's correction; null if they have none with this id. */
export async function findCorrection(developerId: string, id: string): Promise<CorrectionRow | null> {
  return db().trackerCorrection.findFirst({ where: { id, developerId } });
}

/** Deletes a developer's correction. @returns null if they have none with this id */
export async function deleteCorrection(
  tx: Db,
  developerId: string,
  id: string,
): Promise<CorrectionRow | null> {
  const row = await tx.trackerCorrection.findFirst({ where: { id, developerId } });
  if (row) await tx.trackerCorrection.delete({ where: { id } });
  return row;
}

/** What a correction affects: samples, and the quarters of an hour they cover, the newest first. */
export type Touched = { samples: number; buckets: (DirtyBucket & { workspaceId: string })[] };

/**
 * Marks the quarters of an hour of the samples with time in a correction. A derivation in progress notices the new mark
 * and derives them again.
 */
export async function markCorrected(
  tx: Db,
  { developerId, deviceId, from, to }: Pick<CorrectionRow, "developerId" | "deviceId" | "from" | "to">,
  now: Date,
): Promise<Touched> {
  const covers = mayCover("s", Prisma.sql`${from}::timestamptz`, Prisma.sql`${to}::timestamptz`);
  const rows = await tx.$queryRaw<
    { bucket: number; writtenBy: string; workspaceId: string; sampleCount: number; samples: number }[]
  >`
    WITH touched AS MATERIALIZED (
      SELECT s.id, s.ts, s.interval_s, s.is_point, s.project_id FROM tracker_event_sample s
      WHERE s.developer_id = ${developerId}::uuid AND ${covers}
        AND (${deviceId}::uuid IS NULL OR s.device_id = ${deviceId}::uuid)
    ), covered AS MATERIALIZED (
      SELECT n, min(s.project_id::text)::uuid AS project_id,
        (count(*) FILTER (WHERE NOT is_after))::int AS samples
      FROM touched s CROSS JOIN LATERAL ${bucketsChangedBy("s")} AS c(n, is_after)
      GROUP BY n
      HAVING NOT bool_and(is_after) OR ${holdsSamples(Prisma.sql`${developerId}::uuid`, Prisma.sql`n`)}
    ), marked AS (
      INSERT INTO tracker_dirty_bucket AS b (developer_id, bucket, workspace_id, marked_at)
      SELECT ${developerId}::uuid, to_timestamp(c.n * ${BUCKET_S}::int),
        -- Of a project that is gone any id will do for a turn.
        coalesce(p.workspace_id, c.project_id), ${now}::timestamptz
      FROM covered c LEFT JOIN project p ON p.id = c.project_id
      ORDER BY 2
      ON CONFLICT (developer_id, bucket) DO UPDATE SET version = b.version + 1
      RETURNING extract(epoch FROM bucket)::float8 AS bucket, workspace_id::text AS "workspaceId"
    )
    SELECT m.bucket, m."workspaceId", pg_current_xact_id()::xid::text AS "writtenBy", c.samples AS "sampleCount",
      (SELECT count(*)::int FROM touched) AS samples
    FROM marked m JOIN covered c ON c.n * ${BUCKET_S}::int = m.bucket
    ORDER BY m.bucket DESC`;
  const buckets = rows.map(({ samples: _, ...bucket }) => ({ ...bucket, developerId }));
  return { samples: rows[0]?.samples ?? 0, buckets };
}

/** Deletes what was said about time in a range; corrections that reach beyond it keep the rest. */
export async function eraseCorrections(
  tx: Db,
  { developerId, from, to }: { developerId: string; from: Date; to: Date },
): Promise<void> {
  await tx.$executeRaw`
    WITH cut AS (
      DELETE FROM tracker_correction c
      WHERE c.developer_id = ${developerId}::uuid AND c."from" < ${to}::timestamptz AND c."to" > ${from}::timestamptz
      RETURNING c.*
    )
    INSERT INTO tracker_correction (id, developer_id, device_id, "from", "to", sets_project, project_id, sets_task,
      task_key, category, created_at)
    SELECT CASE WHEN is_before THEN c.id ELSE gen_random_uuid() END, c.developer_id, c.device_id,
      CASE WHEN is_before THEN c."from" ELSE ${to}::timestamptz END,
      CASE WHEN is_before THEN ${from}::timestamptz ELSE c."to" END,
      c.sets_project, c.project_id, c.sets_task, c.task_key, c.category, c.created_at
    FROM cut c CROSS JOIN (VALUES (true), (false)) AS side(is_before)
    WHERE CASE WHEN is_before THEN c."from" < ${from}::timestamptz ELSE c."to" > ${to}::timestamptz END`;
}
