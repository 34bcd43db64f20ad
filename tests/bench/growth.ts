import pg from "pg";
import {
  drive,
  enrolUploaders,
  eventsPerSecond,
  noSide,
  type Side,
  serviceSender,
  type Uploader,
} from "@/tests/bench/uploads";
import { type Service, startService } from "@/tests/support/service";

/*
 * Whether uploads slow down as samples add up: the same load, in turns, on two whole services, one with a million stored
 * samples and one with thirty. These lie with the devices that upload, a minute each, before the time that is uploaded.
 */

const UPLOADERS = 600;
const CONCURRENCY = 4;
// Reaches every device once. What is written first after a checkpoint goes to the log as whole pages, of which the
// large table has more.
const WARM_UP_S = 30;
const ROUNDS = 6;
const ROUND_S = 5;
const SMALL = 1_000_000;
const LARGE = 30_000_000;
// Uploads reach back less far.
const MINUTES_UPLOADED = 3 * 1_440;
const MINUTES_PER_STATEMENT = 1_000;

/** Stores samples as uploads do, with their keys and what they show, but without deriving anything. */
async function fillTo(client: pg.Client, uploaders: readonly Uploader[], total: number): Promise<void> {
  const ids = JSON.stringify(uploaders);
  const minutes = Math.ceil(total / uploaders.length);
  await client.query(
    `INSERT INTO tracker_context (developer_id, day, device_id, hash, app_name, bundle_id, window_title, file_path, repo, branch)
     SELECT "developerId", day, "deviceId", md5('bench')::uuid, 'Code', 'com.microsoft.VSCode',
       'ingest-batch.ts — atlas — Visual Studio Code', '~/src/atlas/lib/tracker/ingest-batch.ts', 'acme/atlas',
       'feature/ATL-12-uploads'
     FROM jsonb_to_recordset($1::jsonb) AS x("deviceId" uuid, "developerId" uuid),
       generate_series(current_date - $2::int / 1440 - 1, current_date, interval '1 day') AS day`,
    [ids, minutes + MINUTES_UPLOADED],
  );
  for (let from = 1; from <= minutes; from += MINUTES_PER_STATEMENT) {
    const to = Math.min(from + MINUTES_PER_STATEMENT - 1, minutes);
    await client.query(
      `WITH filled AS (
         INSERT INTO tracker_event_sample (received_at, device_id, developer_id, project_id, client_seq, ts, interval_s,
           key_events, mouse_events, event_id, context_hash)
         SELECT now(), "deviceId", "developerId", "projectId", $2::int - n, now() - ($5::int + n) * interval '1 minute', 60, 120, 40,
           gen_random_uuid()::text, md5('bench')::uuid
         FROM generate_series($3::int, $4::int) AS n,
           jsonb_to_recordset($1::jsonb) AS x("deviceId" uuid, "developerId" uuid, "projectId" uuid)
         RETURNING ts, device_id, event_id
       )
       INSERT INTO tracker_event_key (ts, device_number, hash)
       SELECT ts, tracker_device_number(device_id), tracker_event_hash(device_id, event_id) FROM filled`,
      [ids, minutes, from, to, MINUTES_UPLOADED],
    );
  }
  // What a server that lived through these rows has long done.
  await client.query("VACUUM (ANALYZE) tracker_event_sample, tracker_event_key, tracker_context");
  await client.query("CHECKPOINT");
}

type Grown = { service: Service; side: Side; send: () => Promise<void>; close: () => Promise<void> };

async function grown(total: number): Promise<Grown> {
  const service = await startService();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    const uploaders = await enrolUploaders(client, UPLOADERS);
    await fillTo(client, uploaders, total);
    const { send, close } = serviceSender(service.baseUrl, uploaders, CONCURRENCY);
    await drive(noSide(), WARM_UP_S, CONCURRENCY, send);
    return { service, side: noSide(), send, close };
  } catch (error) {
    await service.stop();
    throw error;
  } finally {
    await client.end();
  }
}

export default async function growth(): Promise<void> {
  const small = await grown(SMALL);
  const large = await grown(LARGE).catch(async (error) => {
    await small.service.stop();
    throw error;
  });
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const { side, send } of [small, large]) await drive(side, ROUND_S, CONCURRENCY, send);
    }
    const [at1m, at30m] = [eventsPerSecond(small.side), eventsPerSecond(large.side)];
    console.log(
      `growth: events_per_s_at_1m=${Math.round(at1m)} events_per_s_at_30m=${Math.round(at30m)} ratio=${(at30m / at1m).toFixed(2)}`,
    );
  } finally {
    for (const { close, service } of [small, large]) {
      await close();
      await service.stop();
    }
  }
}
