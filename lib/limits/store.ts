import { COUNTING_SEEN_MS, COUNTING_TOGETHER_MS_MIN } from "@/lib/limits/table";
import { pool } from "@/lib/platform/database";

/** A process that has been counting limits separately since `startedAt`. */
export type Counter = { processId: string; startedAt: Date };

const KEPT_MS = 60 * COUNTING_SEEN_MS;

/**
 * Notes that a process counts limits by itself, and forgets those of long ago.
 * @returns how many others have been doing so side by side with it
 */
export async function noteCounter({ processId, startedAt }: Counter, now: Date): Promise<number> {
  const { rows } = await pool().query<{ others: number }>(
    `WITH noted AS (
       INSERT INTO limit_counter (process_id, started_at, counted_at)
       VALUES ($1::uuid, $2::timestamptz, $3::timestamptz)
       ON CONFLICT (process_id) DO UPDATE SET counted_at = excluded.counted_at
     ), forgotten AS (
       DELETE FROM limit_counter WHERE counted_at < $3::timestamptz - $4 * interval '1 ms' AND process_id <> $1::uuid
     )
     SELECT count(*)::int AS others FROM limit_counter
     WHERE process_id <> $1::uuid AND counted_at > $3::timestamptz - $5 * interval '1 ms'
       AND counted_at - GREATEST(started_at, $2::timestamptz) >= $6 * interval '1 ms'`,
    [processId, startedAt, now, KEPT_MS, COUNTING_SEEN_MS, COUNTING_TOGETHER_MS_MIN],
  );
  return rows[0]?.others ?? 0;
}

/** How many processes count limits by themselves, side by side with another one. */
export async function countersApart(now: Date): Promise<number> {
  const { rows } = await pool().query<{ counters: number }>(
    `SELECT count(*)::int AS counters FROM limit_counter one
     WHERE counted_at > $1::timestamptz - $2 * interval '1 ms' AND EXISTS (
       SELECT FROM limit_counter other
       WHERE other.process_id <> one.process_id AND other.counted_at > $1::timestamptz - $2 * interval '1 ms'
         AND LEAST(one.counted_at, other.counted_at) - GREATEST(one.started_at, other.started_at)
           >= $3 * interval '1 ms')`,
    [now, COUNTING_SEEN_MS, COUNTING_TOGETHER_MS_MIN],
  );
  return rows[0]?.counters ?? 0;
}
