import { pool } from "@/lib/platform/database";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import { type Bucket, REACH_S } from "@/lib/tracker/enrichment/marks-store";
import type { StoredDerivation } from "@/lib/tracker/enrichment/rules";
import type { Sample } from "@/lib/tracker/enrichment/sample";
import { INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";
import { SHOWN } from "@/lib/tracker/samples/texts-sql";

/** A sample and its stored derivation. */
export type ReadSample = Sample & StoredDerivation;

/** The samples that count in a bucket, and how many more there are that don't. */
export type SamplesOfBucket = { samples: ReadSample[]; excess: number };

/** The columns read of a sample. $1 and $2 are the buckets; the next three limit the characters of texts. */
const READ = `s.id, s.ts, s.device_id AS "deviceId", s.event_id AS "eventId", s.project_id AS "boundProjectId",
  floor(extract(epoch FROM s.ts))::float8 AS "end", s.interval_s AS "intervalS",
  CASE WHEN s.key_events IS NOT NULL OR s.mouse_events IS NOT NULL
    THEN coalesce(s.key_events, 0)::float8 + coalesce(s.mouse_events, 0) END AS "inputEvents",
  shown.app_name AS "appName", shown.bundle_id AS "bundleId", left(shown.window_title, $3) AS "windowTitle",
  left(shown.url, $4) AS url, left(shown.page_title, $3) AS "pageTitle", left(shown.branch, $3) AS branch,
  left(shown.repo, $5) AS repo, right(shown.terminal_cwd, $5) AS cwd,
  right(coalesce(shown.file_path, shown.editor_file), $5) AS path, s.in_call IS TRUE AS "inCall",
  s.is_private IS TRUE AS "isPrivate", left(shown.call_app, $3) AS "callApp"`;
const READ_DERIVED = `d.version, d.category, d.rule_id AS "ruleId", d.project_id AS "projectId", d.task_key AS "taskKey", d.confidence,
  d.signal, d.suggested_project_id AS "suggestedProjectId", d.suggested_task_key AS "suggestedTaskKey"`;
const BUCKETS = `(
    SELECT index::int - 1 AS "bucketIndex", developer_id, to_timestamp(epoch) AS bucket
    FROM unnest($1::uuid[], $2::float8[]) WITH ORDINALITY AS u(developer_id, epoch, index)
  ) h`;

/** How many characters of texts are read. */
type CharsRead = { title: number; url: number; path: number };

function readValues(buckets: readonly Bucket[], chars: CharsRead): unknown[] {
  return [
    buckets.map(({ developerId }) => developerId),
    buckets.map(({ bucket }) => bucket),
    chars.title,
    chars.url,
    chars.path,
  ];
}

/**
 * For each given bucket, the samples that cover a second of it, on any device and for any project: of the first
 * `max.perBucket`, the first `max.perDevice` of each device. A sample may be in two buckets. Long texts are cut.
 * Editors' samples are not included: see `listPointsOfBuckets`.
 */
export async function listSamplesOfBuckets(
  buckets: readonly Bucket[],
  max: { perDevice: number; perBucket: number },
  chars: CharsRead,
): Promise<SamplesOfBucket[]> {
  const { rows } = await pool().query<ReadSample & { bucketIndex: number; held: number }>(
    `SELECT h."bucketIndex", s.*, ${READ_DERIVED}
     FROM ${BUCKETS}
     CROSS JOIN LATERAL (
       SELECT *, row_number() OVER (PARTITION BY "deviceId" ORDER BY ts, "eventId") AS place,
              (count(*) OVER ())::int AS held
       FROM (
         SELECT ${READ} FROM tracker_event_sample s ${SHOWN}
         WHERE s.developer_id = h.developer_id AND s.ts > h.bucket AND s.ts < h.bucket + make_interval(secs => $8)
           AND s.ts - make_interval(secs => s.interval_s) < h.bucket + make_interval(secs => $9)
           AND s.is_point IS NOT TRUE
         ORDER BY s.ts, s.device_id, s.event_id LIMIT $7
       ) covering
     ) s
     LEFT JOIN tracker_derivation d ON d.sample_id = s.id
     WHERE s.place <= $6`,
    [...readValues(buckets, chars), max.perDevice, max.perBucket, REACH_S, BUCKET_S],
  );
  const found = buckets.map((): SamplesOfBucket => ({ samples: [], excess: 0 }));
  const full = new Set<number>();
  for (const row of rows) {
    const here = found[row.bucketIndex];
    if (!here) continue;
    here.samples.push(row);
    here.excess = row.held - here.samples.length;
    if (row.held >= max.perBucket) full.add(row.bucketIndex);
  }
  for (const index of full) {
    const [here, bucket] = [found[index], buckets[index]];
    if (here && bucket) here.excess = (await countSamples(bucket)) - here.samples.length;
  }
  return found;
}

/** A sample from an editor: it covers time from `ts` on, in ms since 1970; the samples after it tell how long. */
type ReadPoint = ReadSample & { ts: number };

/**
 * For each given bucket, the editors' samples that may cover a second of it, and those that follow closely enough to
 * end one: the first `perBucketMax`.
 */
export async function listPointsOfBuckets(
  buckets: readonly Bucket[],
  perBucketMax: number,
  chars: CharsRead,
): Promise<ReadPoint[][]> {
  const { rows } = await pool().query<ReadSample & { ts: Date; bucketIndex: number }>(
    `SELECT h."bucketIndex", s.*, ${READ_DERIVED}
     FROM ${BUCKETS}
     CROSS JOIN LATERAL (
       SELECT ${READ} FROM tracker_event_sample s ${SHOWN}
       WHERE s.developer_id = h.developer_id AND s.is_point AND s.ts > h.bucket - make_interval(secs => $7)
         AND s.ts < h.bucket + make_interval(secs => $8)
       ORDER BY s.ts, s.device_id, s.event_id LIMIT $6
     ) s
     LEFT JOIN tracker_derivation d ON d.sample_id = s.id`,
    [...readValues(buckets, chars), perBucketMax, INTERVAL_S_MAX, REACH_S],
  );
  const found = buckets.map((): ReadPoint[] => []);
  for (const row of rows) found[row.bucketIndex]?.push({ ...row, ts: row.ts.getTime() });
  return found;
}

/** One sample. For an editor's sample, `intervalS` is the longest time it may cover. */
export type FoundSample = ReadSample & { ts: Date; isPoint: boolean };

/** A developer's sample by id, with its stored derivation; null if there is none. Long texts are cut. */
export async function findSample(
  developerId: string,
  id: string,
  chars: CharsRead,
): Promise<FoundSample | null> {
  const { rows } = await pool().query<FoundSample>(
    `SELECT s.*, ${READ_DERIVED}
     FROM (
       SELECT ${READ}, s.is_point IS TRUE AS "isPoint" FROM tracker_event_sample s ${SHOWN}
       WHERE s.developer_id = $1::uuid AND s.id = $2::bigint
     ) s
     LEFT JOIN tracker_derivation d ON d.sample_id = s.id`,
    [developerId, id, chars.title, chars.url, chars.path],
  );
  return rows[0] ?? null;
}

/** How many samples cover a second of a bucket. */
async function countSamples({ developerId, bucket }: Bucket): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `SELECT count(*)::int AS count FROM tracker_event_sample
     WHERE developer_id = $1 AND is_point IS NOT TRUE
       AND ts > to_timestamp($2) AND ts < to_timestamp($2) + make_interval(secs => $3)
       AND ts - make_interval(secs => interval_s) < to_timestamp($2) + make_interval(secs => $4)`,
    [developerId, bucket, REACH_S, BUCKET_S],
  );
  return rows[0]?.count ?? 0;
}
