import { pool } from "@/lib/platform/database";
import type { Correction } from "@/lib/tracker/enrichment/correction-rules";
import { CORRECTION_DAYS_MAX } from "@/lib/tracker/enrichment/limits";

/** A stretch of somebody's time, in seconds since 1970. */
export type Span = { developerId: string; from: number; to: number };

const NONE: readonly Correction[] = [];

/** The corrections that overlap the given spans, in the order in which they were made. */
export async function findCorrections(
  spans: readonly Span[],
): Promise<(developerId: string) => readonly Correction[]> {
  const { rows } = await pool().query<Correction & { developerId: string }>(
    `SELECT c.id, c.developer_id AS "developerId", c.device_id AS "deviceId",
       floor(extract(epoch FROM c."from"))::float8 AS "from", floor(extract(epoch FROM c."to"))::float8 AS "to",
       c.sets_project AS "setsProject", c.project_id AS "projectId", c.sets_task AS "setsTask",
       c.task_key AS "taskKey", c.category
     FROM unnest($1::uuid[], $2::float8[], $3::float8[]) AS span(developer_id, starts, ends)
     JOIN tracker_correction c ON c.developer_id = span.developer_id AND c."from" < to_timestamp(span.ends)
       AND c."from" > to_timestamp(span.starts) - make_interval(days => $4, hours => 1)
       AND c."to" > to_timestamp(span.starts)
     GROUP BY c.id ORDER BY c.created_at, c.id`,
    [
      spans.map(({ developerId }) => developerId),
      spans.map(({ from }) => from),
      spans.map(({ to }) => to),
      CORRECTION_DAYS_MAX,
    ],
  );
  const said = new Map<string, Correction[]>();
  for (const { developerId, ...correction } of rows) {
    const own = said.get(developerId);
    if (own) own.push(correction);
    else said.set(developerId, [correction]);
  }
  return (developerId) => said.get(developerId) ?? NONE;
}
