import { Prisma } from "@/lib/platform/database";
import { BUCKET_S, CARRIED_ENDS_S } from "@/lib/tracker/enrichment/limits";
import { INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";

/*
 * The time that a row of tracker_event_sample may cover, defined once for all statements. A sample covers the `interval_s`
 * seconds before its `ts`. A point, which an editor sent, covers the time from its `ts` to the next point of its
 * device, `interval_s` seconds at most.
 */

/** The alias of the row in a statement. */
type Alias = "s" | "g" | "stored" | "held";

/** The earliest time that a row may cover. */
function mayBegin(alias: Alias): Prisma.Sql {
  const row = Prisma.raw(alias);
  return Prisma.sql`CASE WHEN ${row}.is_point THEN ${row}.ts
    ELSE ${row}.ts - make_interval(secs => ${row}.interval_s) END`;
}

/** The end of the time that a row may cover. */
function mayEnd(alias: Alias): Prisma.Sql {
  const row = Prisma.raw(alias);
  return Prisma.sql`CASE WHEN ${row}.is_point THEN ${row}.ts + make_interval(secs => ${row}.interval_s)
    ELSE ${row}.ts END`;
}

/**
 * Whether a row may cover time between two times. The bounds of its `ts` say less, but an index can find by them.
 * @param from a timestamptz, as `to`
 */
export function mayCover(alias: Alias, from: Prisma.Sql, to: Prisma.Sql): Prisma.Sql {
  const row = Prisma.raw(alias);
  const reach = Prisma.sql`make_interval(secs => ${INTERVAL_S_MAX}::int)`;
  return Prisma.sql`(${row}.ts > ${from} - ${reach} AND ${row}.ts < ${to} + ${reach}
    AND ${mayEnd(alias)} > ${from} AND ${mayBegin(alias)} < ${to})`;
}

/**
 * The numbers, counted from 1970, of the quarters of an hour whose sums may change with a row. For a point these start
 * where the previous point begins, because the new point ends it.
 */
export function bucketsOf(alias: Alias): Prisma.Sql {
  const row = Prisma.raw(alias);
  return Prisma.sql`generate_series(
    floor((date_part('epoch', ${row}.ts)
      - CASE WHEN ${row}.is_point THEN ${INTERVAL_S_MAX}::int ELSE ${row}.interval_s END) / ${BUCKET_S}::int)::int,
    floor((date_part('epoch', ${row}.ts)
      + CASE WHEN ${row}.is_point THEN ${row}.interval_s ELSE 0 END) / ${BUCKET_S}::int)::int)`;
}

/**
 * As `bucketsOf`, with the buckets after them, for whose samples a row may speak: rows of a number and of whether it is one
 * of these. For rows that go, or are corrected; what else changes is seen when it is derived again.
 */
export function bucketsChangedBy(alias: Alias): Prisma.Sql {
  const endS = Prisma.sql`extract(epoch FROM ${mayEnd(alias)})`;
  return Prisma.sql`(
    SELECT n, false FROM ${bucketsOf(alias)} AS n
    UNION ALL
    SELECT n, true FROM generate_series(floor(${endS} / ${BUCKET_S}::int)::int,
      floor((${endS} + ${CARRIED_ENDS_S}::int) / ${BUCKET_S}::int)::int) AS n)`;
}

/**
 * Whether a developer has samples that may cover a bucket, given by its number. If they are deleted, nothing must be derived
 * again, so that their sums stay.
 */
export function holdsSamples(developerId: Prisma.Sql, number: Prisma.Sql): Prisma.Sql {
  const start = Prisma.sql`to_timestamp(${number} * ${BUCKET_S}::int)`;
  const end = Prisma.sql`to_timestamp((${number} + 1) * ${BUCKET_S}::int)`;
  return Prisma.sql`EXISTS (
    SELECT FROM tracker_event_sample held WHERE held.developer_id = ${developerId} AND ${mayCover("held", start, end)})`;
}
