import { Prisma } from "@/lib/platform/database";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import { INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";

/*
 * What time a row of tracker_sample may stand for, said once for all statements. A sample stands for the `interval_s`
 * seconds before its `ts`. A point, which an editor sent, stands for time from its `ts` on: up to the next point of its
 * device, at most `interval_s`.
 */

/** The alias of the row in a statement. */
type Alias = "s" | "g" | "stored";

/** When the time begins that a row may stand for. */
export function mayBegin(alias: Alias): Prisma.Sql {
  const row = Prisma.raw(alias);
  return Prisma.sql`CASE WHEN ${row}.is_point THEN ${row}.ts
    ELSE ${row}.ts - make_interval(secs => ${row}.interval_s) END`;
}

/** When the time ends that a row may stand for. */
export function mayEnd(alias: Alias): Prisma.Sql {
  const row = Prisma.raw(alias);
  return Prisma.sql`CASE WHEN ${row}.is_point THEN ${row}.ts + make_interval(secs => ${row}.interval_s)
    ELSE ${row}.ts END`;
}

/**
 * The numbers of the quarters of an hour, counted from 1970, whose sums may change with a row. Those of a point change
 * from where the point before it begins, which ends with it.
 */
export function bucketsOf(alias: Alias): Prisma.Sql {
  const row = Prisma.raw(alias);
  return Prisma.sql`generate_series(
    floor((extract(epoch FROM ${row}.ts)
      - CASE WHEN ${row}.is_point THEN ${INTERVAL_S_MAX}::int ELSE ${row}.interval_s END) / ${BUCKET_S}::int)::int,
    floor((extract(epoch FROM ${row}.ts)
      + CASE WHEN ${row}.is_point THEN ${row}.interval_s ELSE 0 END) / ${BUCKET_S}::int)::int)`;
}
