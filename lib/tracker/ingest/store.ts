import { enqueueSql } from "@/lib/jobs/enqueue";
import { type Db, Prisma, runPrepared } from "@/lib/platform/database";
import { bucketsOf } from "@/lib/tracker/enrichment/covered-sql";
import { markedDueAt } from "@/lib/tracker/enrichment/due-sql";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import { shardOf } from "@/lib/tracker/enrichment/rules";
import { isEvidenceRef } from "@/lib/tracker/evidence/rules";
import { BESIDE_BEFORE_TRIES, REJECTIONS_KEPT_HOURS } from "@/lib/tracker/ingest/limits";
import type { TrackerEvent } from "@/lib/tracker/ingest/schema";
import { type Captured, type ExtraRules, redact } from "@/lib/tracker/redaction/rules";
import type { RulesAt } from "@/lib/tracker/redaction/rules-in-force";
import { hashOf, textsOf } from "@/lib/tracker/samples/rules";
import { DAY, TEXT_COLUMNS } from "@/lib/tracker/samples/texts-sql";

type Context = Captured & { inCall: boolean | null; isPrivate: boolean };

/** What the developer was doing. Fields that nobody reads are not stored: displays, network, battery, calendar. */
function contextOf(event: TrackerEvent): Context {
  const { active_app: app, file_context: file, dev_context: dev, browser, meeting } = event;
  return {
    appName: app.name,
    bundleId: app.bundle_id,
    windowTitle: app.window_title ?? null,
    filePath: file?.path ?? null,
    repo: file?.repo ?? null,
    branch: file?.branch ?? null,
    terminalCwd: dev?.terminal_cwd ?? null,
    lastCommand: dev?.last_command ?? null,
    editorFile: dev?.editor_file ?? null,
    url: browser?.url ?? null,
    pageTitle: browser?.title ?? null,
    callApp: meeting?.call_app ?? null,
    inCall: meeting?.in_call ?? null,
    isPrivate: event.is_private === true,
  };
}

type Shown = { hash: string; texts: (string | null)[]; inCall: boolean | null; isPrivate: boolean | null };

/** The part of it that may be stored. */
function shownOf(context: Context, extra: ExtraRules): Shown {
  const kept = redact(context, extra, context.isPrivate);
  const texts = textsOf(kept);
  // Null takes fewer bytes than false.
  return { hash: hashOf(texts), texts, inCall: context.inCall, isPrivate: kept.isPrivate || null };
}

type Group = { nth: number; shown: Shown };
type Sample = { event: TrackerEvent; group: Group };

/**
 * People do the same thing for several samples, and most of a sample's bytes describe it. The description is redacted,
 * sent and stored once for all samples that share it. Of several events with one id the first counts.
 */
function toSamples(
  events: readonly TrackerEvent[],
  rulesAt: RulesAt,
): { groups: Group[]; samples: Sample[] } {
  const groups: Group[] = [];
  const groupOf = new Map<ExtraRules, Map<string, Group>>();
  const sampleOf = new Map<string, Sample>();
  let before: { values: unknown[]; group: Group } | undefined;
  for (const event of events) {
    if (sampleOf.has(event.event_id)) continue;
    const context = contextOf(event);
    const rules = rulesAt(Date.parse(event.ts));
    const values = [rules, ...Object.values(context)];
    if (!before?.values.every((value, index) => value === values[index])) {
      const key = JSON.stringify(context);
      const known = groupOf.get(rules) ?? new Map<string, Group>();
      groupOf.set(rules, known);
      const group = known.get(key) ?? { nth: groups.length + 1, shown: shownOf(context, rules) };
      if (group.nth > groups.length) groups.push(group);
      known.set(key, group);
      before = { values, group };
    }
    sampleOf.set(event.event_id, { event, group: before.group });
  }
  return { groups, samples: [...sampleOf.values()] };
}

function refOf({ evidence_ref: ref }: TrackerEvent): string | null {
  return ref && isEvidenceRef(ref) ? ref : null;
}

/**
 * The samples' own columns, as rows of `s`. An array for each is read in half the time that JSON takes. Times are written
 * as they were judged: Postgres reads no offset of 16 hours, and no second with a hundred digits.
 */
function rowsOf(samples: readonly Sample[]): Prisma.Sql {
  const each = (of: (sample: Sample) => unknown) => samples.map((sample) => of(sample) ?? null);
  return Prisma.sql`unnest(
      ${each(({ event }) => event.client_seq)}::bigint[],
      ${each(({ event }) => new Date(event.ts).toISOString())}::timestamptz[],
      ${each(({ event }) => event.interval_s)}::smallint[],
      ${each(({ event }) => event.input_cadence?.key_events)}::int[],
      ${each(({ event }) => event.input_cadence?.mouse_events)}::int[],
      ${each(({ event }) => event.event_id)}::text[], ${each(({ event }) => refOf(event))}::text[],
      ${each(({ group }) => group.nth)}::int[]
    ) AS s(client_seq, ts, interval_s, key_events, mouse_events, event_id, evidence_ref, nth)`;
}

/**
 * Stores a batch in one statement, all of it or nothing: inserts new samples, advances the device's `server_seq`,
 * records its clock, marks the changed quarters of an hour, and enqueues their enrichment.
 *
 * The device's row is locked first, so that parallel uploads of one device wait for each other instead of deadlocking
 * on shared samples; buckets are marked in order for the same reason. `tracker_event_key` decides what is new, except
 * what was stored before there were keys; samples that their person had erased are never stored again. The content of
 * new samples is stored with them, unless that day has it already. A sample belongs to the project that its device was
 * bound to when it was taken. A job is added only for a bucket that was clean: a marked one has a job that is waiting, or
 * running and will check again.
 * Samples with a screenshot are derived at once, because the screenshot may have to be deleted.
 *
 * @param rulesAt what is removed from a sample of a time on top of the built-in rules
 * @param skewS how far the device's clock is ahead, if it said so
 * @param refused ids of events that must not be stored
 * @param arePoints whether the events cover time from their `ts` on, as those of editors do
 * @param importId the import they belong to
 * @returns how many were new, the highest client_seq stored, and which of the refused ids were stored before; null if
 *   the device is gone or unenrolled
 */
export async function insertSamples(
  device: { id: string; developerId: string; workspaceId: string },
  events: readonly TrackerEvent[],
  rulesAt: RulesAt,
  {
    skewS,
    refused,
    arePoints = false,
    importId = null,
    now,
  }: {
    skewS: number | null;
    refused: readonly string[];
    arePoints?: boolean;
    importId?: string | null;
    now: Date;
  },
): Promise<{ accepted: number; serverSeq: number; known: string[] } | null> {
  const { groups, samples } = toSamples(events, rulesAt);
  const lines = groups.map(({ nth, shown }) => [
    nth,
    shown.hash,
    shown.inCall,
    shown.isPrivate,
    ...shown.texts,
  ]);
  const enrichment = { workspace_id: device.workspaceId, shard: shardOf(device.developerId) };
  const statement = Prisma.sql`
    WITH device AS (
      SELECT t.id, t.developer_id, tracker_device_number(t.id) AS number,
        -- In the order of the index: where there are few devices, the planner would read the table for the first row.
        (SELECT true FROM tracker_sample b WHERE b.device_id = t.id ORDER BY b.event_id LIMIT 1) IS NOT NULL AS may_lack_keys
      FROM tracker_device t
      WHERE t.id = ${device.id}::uuid AND t.developer_id = ${device.developerId}::uuid AND t.unenrolled_at IS NULL
      FOR UPDATE
    ), bound AS MATERIALIZED (
      -- As of when the statement began, as the past bindings are: the row above may be of one that this waited for.
      SELECT project_id FROM tracker_device WHERE id = ${device.id}::uuid
    ), binding AS MATERIALIZED (
      SELECT b.project_id, lag(b.until, 1, '-infinity') OVER (ORDER BY b.until) AS since, b.until
      FROM device d JOIN tracker_past_binding b ON b.device_id = d.id
    ), erased AS MATERIALIZED (
      SELECT e."from", e."to" FROM device d JOIN tracker_erased_range e ON e.developer_id = d.developer_id
    ), shown AS MATERIALIZED (
      SELECT (x->>0)::int AS nth, (x->>1)::uuid AS hash, (x->>2)::boolean AS in_call, (x->>3)::boolean AS is_private,
        x AS line
      FROM jsonb_array_elements(${JSON.stringify(lines)}::jsonb) AS x
    ), given AS MATERIALIZED (
      SELECT s.*, tracker_event_hash(d.id, s.event_id) AS key
      FROM device d, ${rowsOf(samples)}
      WHERE NOT EXISTS (
        SELECT FROM erased e
        WHERE s.ts + make_interval(secs => CASE WHEN ${arePoints}::boolean THEN s.interval_s ELSE 0 END) > e."from"
          AND s.ts - make_interval(secs => CASE WHEN ${arePoints}::boolean THEN 0 ELSE s.interval_s END) < e."to")
        -- One look into the index for each event, however many Postgres expects.
        AND (NOT d.may_lack_keys
          OR (SELECT true FROM tracker_sample b WHERE b.device_id = d.id AND b.event_id = s.event_id) IS NULL)
    ), keyed AS (
      INSERT INTO tracker_event_key (ts, device_number, hash)
      SELECT g.ts, d.number, g.key FROM device d, given g
      ON CONFLICT DO NOTHING
      RETURNING hash
    ), stored AS (
      INSERT INTO tracker_event_sample (received_at, device_id, developer_id, project_id,
        client_seq, ts, interval_s, key_events, mouse_events, event_id, evidence_ref,
        context_hash, in_call, is_private, is_point, import_id)
      SELECT ${now}::timestamptz, d.id, d.developer_id, coalesce((
          SELECT b.project_id FROM binding b WHERE g.ts >= b.since AND g.ts < b.until
        ), (SELECT project_id FROM bound)),
        g.client_seq, g.ts, g.interval_s, g.key_events, g.mouse_events, g.event_id, g.evidence_ref,
        r.hash, r.in_call, r.is_private, nullif(${arePoints}::boolean, false), ${importId}::uuid
      FROM device d, given g JOIN keyed k ON k.hash = g.key JOIN shown r ON r.nth = g.nth
      RETURNING client_seq, ts, interval_s, is_point, context_hash, evidence_ref
    ), context AS (
      INSERT INTO tracker_context (developer_id, day, device_id, hash, ${Prisma.raw(TEXT_COLUMNS)})
      SELECT DISTINCT ON (u.day, r.hash) d.developer_id, u.day, d.id, r.hash, r.line->>4, r.line->>5, r.line->>6, r.line->>7, r.line->>8, r.line->>9,
        r.line->>10, r.line->>11, r.line->>12, r.line->>13, r.line->>14, r.line->>15
      FROM device d, (SELECT DISTINCT context_hash, ${Prisma.raw(DAY)} AS day FROM stored) u
      JOIN shown r ON r.hash = u.context_hash
      ON CONFLICT DO NOTHING
    ), moved AS (
      UPDATE tracker_device
      SET server_seq = GREATEST(server_seq, (SELECT max(client_seq) FROM stored)), last_seen_at = ${now}::timestamptz,
        clock_skew_s = coalesce(${skewS}::int, clock_skew_s)
      WHERE id = (SELECT id FROM device)
      RETURNING server_seq
    ), marked AS (
      INSERT INTO tracker_dirty_bucket AS b (developer_id, bucket, workspace_id, marked_at)
      SELECT d.developer_id, to_timestamp(n * ${BUCKET_S}::int), ${device.workspaceId}::uuid,
        CASE WHEN bool_or(stored.evidence_ref IS NOT NULL)
          THEN ${markedDueAt(Prisma.sql`to_timestamp(n * ${BUCKET_S}::int)`, now)} ELSE ${now}::timestamptz END
      FROM device d, stored CROSS JOIN LATERAL ${bucketsOf("stored")} AS n
      GROUP BY d.developer_id, n
      ORDER BY 1, 2
      ON CONFLICT (developer_id, bucket) DO UPDATE SET version = b.version + 1,
        marked_at = least(b.marked_at, EXCLUDED.marked_at)
      RETURNING version
    )
    SELECT (SELECT count(*) FROM stored)::int AS accepted, moved.server_seq,
      CASE WHEN EXISTS (SELECT 1 FROM marked WHERE version = 1)
          OR EXISTS (SELECT 1 FROM stored WHERE evidence_ref IS NOT NULL)
        THEN ${enqueueSql(enrichBuckets, enrichment, now)} END AS job_id,
      ARRAY(
        SELECT b.event_id FROM tracker_sample b
        WHERE b.device_id = ${device.id}::uuid AND b.event_id = ANY(${[...refused]}::text[])
        UNION
        SELECT r.event_id FROM unnest(${[...refused]}::text[]) AS r(event_id) JOIN tracker_event_key k
          ON k.device_number = tracker_device_number(${device.id}::uuid)
            AND k.hash = tracker_event_hash(${device.id}::uuid, r.event_id)
      ) AS known
    FROM moved`;
  type Result = { accepted: number; server_seq: string | null; known: string[] };
  const run = async (triesLeft: number): Promise<Result[]> =>
    runPrepared<Result>("tracker.insert-samples", statement).catch((error) => {
      // A process of the version before, which makes no keys, may have stored one while this waited for the device's
      // row: the unique index says so, and the next time it is seen.
      if (triesLeft > 0 && error.constraint === "tracker_sample_device_id_event_id_key")
        return run(triesLeft - 1);
      throw error;
    });
  const [result] = await run(BESIDE_BEFORE_TRIES);
  if (!result) return null;
  return { accepted: result.accepted, serverSeq: Number(result.server_seq ?? 0), known: result.known };
}

/** Counts a device's rejected samples of a day, by reason. */
export async function countRejections(
  tx: Db,
  deviceId: string,
  countOf: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM tracker_rejection
    WHERE device_id = ${deviceId}::uuid
      AND hour < ${now}::timestamptz - make_interval(hours => ${REJECTIONS_KEPT_HOURS + 1}::int)`;
  await tx.$executeRaw`
    INSERT INTO tracker_rejection AS r (device_id, hour, reason, count)
    SELECT d.id, date_bin('1 hour', ${now}::timestamptz, 'epoch'), given.reason, given.count
    FROM tracker_device d, unnest(${[...countOf.keys()]}::text[], ${[...countOf.values()]}::int[]) AS given(reason, count)
    WHERE d.id = ${deviceId}::uuid
    ORDER BY given.reason
    ON CONFLICT (device_id, hour, reason) DO UPDATE SET count = r.count + excluded.count`;
}

/**
 * Records that a device's owner is notified about its clock, unless they were notified within this many hours.
 * @returns the device's name; undefined if they were, or if the device is gone
 */
export async function claimSkewNotice(
  tx: Db,
  deviceId: string,
  everyHours: number,
  now: Date,
): Promise<{ name: string | null } | undefined> {
  const [row] = await tx.$queryRaw<{ name: string | null }[]>`
    UPDATE tracker_device SET skew_told_at = ${now}::timestamptz
    WHERE id = ${deviceId}::uuid AND (skew_told_at IS NULL
      OR skew_told_at <= ${now}::timestamptz - make_interval(hours => ${everyHours}::int))
    RETURNING name`;
  return row;
}
