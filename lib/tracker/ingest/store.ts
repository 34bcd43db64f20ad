import { enqueueSql } from "@/lib/jobs/enqueue";
import { Prisma, runPrepared } from "@/lib/platform/database";
import { enrichProject } from "@/lib/tracker/enrichment/jobs";
import type { TrackerEvent } from "@/lib/tracker/ingest/schema";

/** A sample's columns, in the order in which the statement below names them; absent ones are null. */
function toColumns(event: TrackerEvent): unknown[] {
  const { active_app: app, file_context: file, dev_context: dev, browser, meeting, system } = event;
  return [
    event.client_seq,
    event.ts,
    event.input_cadence?.key_events,
    event.input_cadence?.mouse_events,
    event.interval_s,
    system?.displays,
    meeting?.in_call,
    system?.on_battery,
    system?.online,
    event.event_id,
    app.name,
    app.bundle_id,
    app.window_title,
    file?.path,
    file?.repo,
    file?.branch,
    dev?.terminal_cwd,
    dev?.last_command,
    dev?.editor_file,
    browser?.url,
    browser?.title,
    meeting?.call_app,
    meeting?.calendar_event_id,
    system?.network,
    event.evidence_ref,
  ];
}

/**
 * Stores a batch in one statement: inserts what is new, moves the device's `server_seq`, marks the hours that changed,
 * and enqueues their enrichment, all of it or nothing.
 *
 * The device's row is locked first, so that parallel uploads of one device wait for each other instead of deadlocking
 * on the samples they share; hours are marked in order for the same reason. The unique key (device, event_id) decides
 * what is new. A job is added only with an hour that was clean: for a marked one it is waiting, or running and going
 * to look again.
 * @returns how many were new and the highest client_seq stored; null when the device is gone
 */
export async function insertSamples(
  device: { id: string; developerId: string; projectId: string },
  events: readonly TrackerEvent[],
  now: Date,
): Promise<{ accepted: number; serverSeq: number } | null> {
  const samples = JSON.stringify(events.map(toColumns));
  const statement = Prisma.sql`
    WITH device AS (
      SELECT id, developer_id, project_id FROM tracker_device
      WHERE id = ${device.id}::uuid AND developer_id = ${device.developerId}::uuid
      FOR UPDATE
    ), stored AS (
      INSERT INTO tracker_sample (received_at, device_id, developer_id, project_id,
        client_seq, ts, key_events, mouse_events, interval_s, displays, in_call, on_battery, online, event_id, app_name,
        bundle_id, window_title, file_path, repo, branch, terminal_cwd, last_command, editor_file, url, page_title,
        call_app, calendar_event_id, network, evidence_ref)
      SELECT ${now}::timestamptz, d.id, d.developer_id, d.project_id,
        (x->>0)::bigint, (x->>1)::timestamptz, (x->>2)::int, (x->>3)::int, (x->>4)::smallint, (x->>5)::smallint,
        (x->>6)::boolean, (x->>7)::boolean, (x->>8)::boolean, x->>9, x->>10, x->>11, x->>12, x->>13, x->>14, x->>15,
        x->>16, x->>17, x->>18, x->>19, x->>20, x->>21, x->>22, x->>23, x->>24
      FROM device d, jsonb_array_elements(${samples}::jsonb) AS x
      ON CONFLICT (device_id, event_id) DO NOTHING
      RETURNING client_seq, ts, interval_s
    ), moved AS (
      UPDATE tracker_device
      SET server_seq = GREATEST(server_seq, (SELECT max(client_seq) FROM stored)), last_seen_at = ${now}::timestamptz
      WHERE id = (SELECT id FROM device)
      RETURNING server_seq
    ), marked AS (
      INSERT INTO tracker_dirty_hour AS h (developer_id, hour, project_id, marked_at)
      SELECT DISTINCT d.developer_id, hours.hour, d.project_id, ${now}::timestamptz
      FROM device d, stored s, LATERAL (VALUES
        (date_bin('1 hour', s.ts, 'epoch')),
        (date_bin('1 hour', s.ts - make_interval(secs => s.interval_s), 'epoch'))) AS hours(hour)
      ORDER BY 1, 2
      ON CONFLICT (developer_id, hour) DO UPDATE SET version = h.version + 1
      RETURNING version
    )
    SELECT (SELECT count(*) FROM stored)::int AS accepted, moved.server_seq,
      CASE WHEN EXISTS (SELECT 1 FROM marked WHERE version = 1)
        THEN ${enqueueSql(enrichProject, { project_id: device.projectId }, now)} END AS job_id
    FROM moved`;
  const [result] = await runPrepared<{ accepted: number; server_seq: string | null }>(
    "tracker.insert-samples",
    statement,
  );
  return result ? { accepted: result.accepted, serverSeq: Number(result.server_seq ?? 0) } : null;
}
