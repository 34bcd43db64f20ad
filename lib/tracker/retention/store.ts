import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Db, db, Prisma } from "@/lib/platform/database";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import { INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";
import { VIEWS_KEPT_MONTHS } from "@/lib/tracker/retention/limits";
import { RETENTION_DEFAULT } from "@/lib/tracker/retention/rules";
import type { Retention } from "@/lib/tracker/retention/schema";
import { spanOf } from "@/lib/tracker/samples/rules";
import type { DayOf } from "@/lib/tracker/samples/store";
import { DAY } from "@/lib/tracker/samples/texts-sql";

type Kept = Retention;

/** A workspace's retention. */
export async function findRetention(tx: Db, { workspaceId }: WorkspaceScope): Promise<Kept> {
  const row = await tx.trackerRetention.findUnique({ where: { workspaceId } });
  if (!row) return RETENTION_DEFAULT;
  return { evidence_days: row.evidenceDays, sample_days: row.sampleDays, bucket_months: row.bucketMonths };
}

export async function upsertRetention(tx: Db, { workspaceId }: WorkspaceScope, kept: Kept): Promise<void> {
  const data = {
    evidenceDays: kept.evidence_days,
    sampleDays: kept.sample_days,
    bucketMonths: kept.bucket_months,
  };
  await tx.trackerRetention.upsert({
    where: { workspaceId },
    create: { workspaceId, ...data },
    update: data,
  });
}

/** The people who have a device on a project of a workspace. */
export async function listPeopleWithDevices(tx: Db, { workspaceId }: WorkspaceScope): Promise<string[]> {
  const rows = await tx.trackerDevice.findMany({
    where: { project: { workspaceId } },
    distinct: ["developerId"],
    select: { developerId: true },
  });
  return rows.map(({ developerId }) => developerId);
}

type RetentionOf = Kept & { workspace_id: string; workspace_name: string };

/** The retention of the workspaces in which a developer's devices are, or were, enrolled. */
export async function listRetentionOf(developerId: string): Promise<RetentionOf[]> {
  return db().$queryRaw<RetentionOf[]>`
    SELECT w.id::text AS workspace_id, w.name AS workspace_name,
      coalesce(r.evidence_days, ${RETENTION_DEFAULT.evidence_days}::int) AS evidence_days,
      coalesce(r.sample_days, ${RETENTION_DEFAULT.sample_days}::int) AS sample_days,
      coalesce(r.bucket_months, ${RETENTION_DEFAULT.bucket_months}::int) AS bucket_months
    FROM workspace w LEFT JOIN tracker_retention r ON r.workspace_id = w.id
    WHERE w.id IN (
        SELECT p.workspace_id FROM tracker_device d JOIN project p ON p.id = d.project_id
        WHERE d.developer_id = ${developerId}::uuid
        UNION
        SELECT p.workspace_id FROM tracker_device d JOIN tracker_past_binding b ON b.device_id = d.id
          JOIN project p ON p.id = b.project_id
        WHERE d.developer_id = ${developerId}::uuid)
      -- Who left a workspace is not told what it is called now.
      AND EXISTS (
        SELECT FROM workspace_member m
        WHERE m.workspace_id = w.id AND m.developer_id = ${developerId}::uuid AND m.status = 'active')
    ORDER BY w.name, w.id`;
}

/** A person, and the shortest retention of all workspaces of their devices. */
export type Person = { id: string; evidenceDays: number; sampleDays: number; bucketMonths: number };

/** A page of all people, by id. */
export async function listPeople(afterId: string | null, limit: number): Promise<Person[]> {
  const { evidence_days, sample_days, bucket_months } = RETENTION_DEFAULT;
  return db().$queryRaw<Person[]>`
    SELECT d.id::text AS id, coalesce(k.evidence, ${evidence_days}::int) AS "evidenceDays",
      coalesce(k.samples, ${sample_days}::int) AS "sampleDays",
      coalesce(k.buckets, ${bucket_months}::int) AS "bucketMonths"
    FROM (
      SELECT id FROM developer
      WHERE id > coalesce(${afterId}::uuid, '00000000-0000-0000-0000-000000000000') ORDER BY id LIMIT ${limit}
    ) d
    CROSS JOIN LATERAL (
      SELECT min(coalesce(r.evidence_days, ${evidence_days}::int))::int AS evidence,
        min(coalesce(r.sample_days, ${sample_days}::int))::int AS samples,
        min(coalesce(r.bucket_months, ${bucket_months}::int))::int AS buckets
      FROM (
        SELECT project_id FROM tracker_device WHERE developer_id = d.id
        UNION
        SELECT b.project_id FROM tracker_device v JOIN tracker_past_binding b ON b.device_id = v.id
        WHERE v.developer_id = d.id
      ) bound
      JOIN project p ON p.id = bound.project_id
      LEFT JOIN tracker_retention r ON r.workspace_id = p.workspace_id
    ) k
    ORDER BY d.id`;
}

function peopleSql(people: readonly Person[], days: (person: Person) => number): Prisma.Sql {
  return Prisma.sql`unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(days)}::int[])`;
}

/*
 * A row's own workspace decides how long it is kept. The shortest retention that concerns its person limits which rows
 * are read, so that nobody's rows are read every time only because others have a shorter retention.
 */

/** A sample to delete. */
export type OldSample = { id: bigint; ts: Date; developerId: string };

/** Samples past their retention with their owners, at most `limit`. Days end at midnight UTC. */
export async function listOldSamples(
  people: readonly Person[],
  limit: number,
  now: Date,
): Promise<OldSample[]> {
  const today = Prisma.sql`date_trunc('day', ${now}::timestamptz, 'UTC')`;
  return db().$queryRaw<OldSample[]>`
    SELECT s.id, s.ts, person.id::text AS "developerId"
    FROM ${peopleSql(people, ({ sampleDays }) => sampleDays)} AS person(id, days)
    CROSS JOIN LATERAL (
      SELECT s.id, s.ts FROM tracker_event_sample s
      LEFT JOIN project p ON p.id = s.project_id
      LEFT JOIN tracker_retention r ON r.workspace_id = p.workspace_id
      WHERE s.developer_id = person.id AND s.ts < ${today} - make_interval(days => person.days)
        AND s.ts < ${today} - make_interval(days => coalesce(r.sample_days, ${RETENTION_DEFAULT.sample_days}::int))
      ORDER BY s.ts LIMIT ${limit}
    ) s
    LIMIT ${limit}`;
}

/** Deletes samples with their derivations. @returns the days they belonged to */
export async function deleteSamplesById(
  tx: Db,
  samples: readonly Pick<OldSample, "id" | "ts">[],
): Promise<DayOf[]> {
  const { from, to } = spanOf(samples);
  return tx.$queryRaw<DayOf[]>`
    WITH gone AS (
      DELETE FROM tracker_event_sample
      WHERE id = ANY(${samples.map(({ id }) => String(id))}::bigint[])
        AND ts BETWEEN ${from}::timestamptz AND ${to}::timestamptz
      RETURNING developer_id, ts
    )
    SELECT DISTINCT developer_id::text AS "developerId", ${Prisma.raw(DAY)}::text AS day FROM gone`;
}

/** Deletes sums past their retention, at most `limit`. */
export async function deleteOldBuckets(people: readonly Person[], limit: number, now: Date): Promise<number> {
  const { bucket_months } = RETENTION_DEFAULT;
  return db().$executeRaw`
    WITH chosen AS MATERIALIZED (
      SELECT b.* FROM ${peopleSql(people, ({ bucketMonths }) => bucketMonths)} AS person(id, months)
      CROSS JOIN LATERAL (
        SELECT b.developer_id, b.bucket, b.place FROM tracker_bucket b
        LEFT JOIN project p ON p.id = b.project_id
        LEFT JOIN tracker_retention r ON r.workspace_id = p.workspace_id
        WHERE b.developer_id = person.id AND b.bucket < ${now}::timestamptz - make_interval(months => person.months)
          AND b.bucket < ${now}::timestamptz - make_interval(months => coalesce(r.bucket_months, ${bucket_months}::int))
        ORDER BY b.bucket LIMIT ${limit}
      ) b
      LIMIT ${limit}
    )
    DELETE FROM tracker_bucket b USING chosen c
    WHERE b.developer_id = c.developer_id AND b.bucket = c.bucket AND b.place = c.place`;
}

/** Deletes the sums of workspaces past their retention, at most `limit`. */
export async function deleteOldWorkspaceBuckets(
  people: readonly Person[],
  limit: number,
  now: Date,
): Promise<number> {
  const { bucket_months } = RETENTION_DEFAULT;
  return db().$executeRaw`
    WITH chosen AS MATERIALIZED (
      SELECT b.* FROM ${peopleSql(people, ({ bucketMonths }) => bucketMonths)} AS person(id, months)
      CROSS JOIN LATERAL (
        SELECT b.developer_id, b.bucket, b.place FROM tracker_workspace_bucket b
        LEFT JOIN tracker_retention r ON r.workspace_id = b.workspace_id
        WHERE b.developer_id = person.id AND b.bucket < ${now}::timestamptz - make_interval(months => person.months)
          AND b.bucket < ${now}::timestamptz - make_interval(months => coalesce(r.bucket_months, ${bucket_months}::int))
        ORDER BY b.bucket LIMIT ${limit}
      ) b
      LIMIT ${limit}
    )
    DELETE FROM tracker_workspace_bucket b USING chosen c
    WHERE b.developer_id = c.developer_id AND b.bucket = c.bucket AND b.place = c.place`;
}

/**
 * Deletes corrections of time for which nothing is stored any more, neither samples nor sums, at most `limit`.
 * Corrections within the retention are kept, because samples may still arrive.
 */
export async function deleteOldCorrections(
  people: readonly Person[],
  limit: number,
  now: Date,
): Promise<number> {
  return db().$executeRaw`
    WITH chosen AS MATERIALIZED (
      SELECT c.id FROM ${peopleSql(people, ({ bucketMonths }) => bucketMonths)} AS person(id, months)
      CROSS JOIN LATERAL (
        SELECT c.id FROM tracker_correction c
        WHERE c.developer_id = person.id AND c."from" < ${now}::timestamptz - make_interval(months => person.months)
          AND c."to" < ${now}::timestamptz - make_interval(months => person.months)
          AND NOT EXISTS (
            SELECT FROM tracker_bucket b
            WHERE b.developer_id = c.developer_id AND b.bucket < c."to"
              AND b.bucket > c."from" - make_interval(secs => ${BUCKET_S}::int))
          AND NOT EXISTS (
            SELECT FROM tracker_event_sample s
            WHERE s.developer_id = c.developer_id AND s.ts > c."from" - make_interval(secs => ${INTERVAL_S_MAX}::int)
              AND s.ts < c."to" + make_interval(secs => ${INTERVAL_S_MAX}::int))
        ORDER BY c."from" LIMIT ${limit}
      ) c
      LIMIT ${limit}
    )
    DELETE FROM tracker_correction c USING chosen WHERE c.id = chosen.id`;
}

/**
 * Deletes screenshots past their retention, at most `limit`. @returns their owners and references, so that their
 * objects can be deleted
 */
export async function deleteOldEvidence(
  tx: Db,
  people: readonly Person[],
  limit: number,
  now: Date,
): Promise<{ developerId: string; refs: string[] }[]> {
  const { evidence_days } = RETENTION_DEFAULT;
  return tx.$queryRaw<{ developerId: string; refs: string[] }[]>`
    WITH chosen AS MATERIALIZED (
      SELECT e.id FROM ${peopleSql(people, ({ evidenceDays }) => evidenceDays)} AS person(id, days)
      CROSS JOIN LATERAL (
        SELECT e.id FROM tracker_evidence e
        LEFT JOIN project p ON p.id = e.project_id
        LEFT JOIN tracker_retention r ON r.workspace_id = p.workspace_id
        WHERE e.developer_id = person.id AND e.created_at < ${now}::timestamptz - make_interval(days => person.days)
          AND e.created_at < ${now}::timestamptz - make_interval(days => coalesce(r.evidence_days, ${evidence_days}::int))
        ORDER BY e.created_at LIMIT ${limit}
      ) e
      LIMIT ${limit}
    ), gone AS (
      DELETE FROM tracker_evidence e USING chosen c WHERE e.id = c.id RETURNING e.developer_id, e.ref
    )
    SELECT developer_id::text AS "developerId", array_agg(ref) AS refs FROM gone GROUP BY 1`;
}

/** Deletes entries of who looked at whose data in the months that are not kept, at most `limit`. */
export async function deleteOldViews(people: readonly Person[], limit: number, now: Date): Promise<number> {
  return db().$executeRaw`
    DELETE FROM tracker_view WHERE id = ANY(ARRAY(
      SELECT id FROM tracker_view
      WHERE developer_id = ANY(${people.map(({ id }) => id)}::uuid[])
        AND last_at < ${now}::timestamptz - make_interval(months => ${VIEWS_KEPT_MONTHS}::int)
      LIMIT ${limit}))`;
}

/** Deletes ranges that were erased before `before`: samples that old are not accepted any more. */
export async function deleteErasedRanges(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM tracker_erased_range WHERE id = ANY(ARRAY(
      SELECT id FROM tracker_erased_range WHERE erased_at < ${before}::timestamptz AND done_at IS NOT NULL
      ORDER BY erased_at LIMIT ${limit}))`;
}

/** Makes partitions for the months before `until` that have none. @returns how many */
export async function makeSampleMonths(until: Date): Promise<number> {
  const [row] = await db().$queryRaw<{ made: number }[]>`
    SELECT tracker_make_months(${until}::timestamptz) AS made`;
  return row?.made ?? 0;
}

/** Has the planner's statistics of all months, which nothing else takes, made anew. */
export async function analyzeSamples(): Promise<void> {
  await db().$queryRaw`SELECT tracker_analyze_samples()::text AS done`;
}

/**
 * Drops the partitions of months that hold no samples any more, and that ended before any retention or upload reaches.
 * @param lateDays how late samples may be
 * @returns how many
 */
export async function dropSampleMonths(lateDays: number, now: Date): Promise<number> {
  const [row] = await db().$queryRaw<{ dropped: number }[]>`
    SELECT tracker_drop_months(${now}::timestamptz - make_interval(days => ${lateDays}::int
      + greatest(${RETENTION_DEFAULT.sample_days}::int, (SELECT max(sample_days) FROM tracker_retention)))) AS dropped`;
  return row?.dropped ?? 0;
}
