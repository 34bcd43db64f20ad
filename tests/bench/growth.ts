import pg from "pg";
import {
  drive,
  enrolUploaders,
  eventsPerSecond,
  noSide,
  serviceSender,
  type Uploader,
} from "@/tests/bench/uploads";
import { startService } from "@/tests/support/service";

/*
 * Whether uploads slow down as the table grows: the same load on 100 thousand stored samples and on 5 million, whose
 * random event ids are spread over the same devices.
 */

const UPLOADERS = 600;
const CONCURRENCY = 4;
// Reaches every device once. What is written first after a checkpoint goes to the log as whole pages, of which the
// large table has more; that is over long before the next checkpoint, which comes every 5 minutes.
const WARM_UP_S = 30;
const MEASURE_S = 15;
const SMALL = 100_000;
const LARGE = 5_000_000;

async function fillTo(client: pg.Client, uploaders: Uploader[], total: number): Promise<void> {
  const { rows } = await client.query<{ n: number }>("SELECT count(*)::int AS n FROM tracker_event_sample");
  const each = Math.ceil((total - (rows[0]?.n ?? 0)) / uploaders.length);
  const ids = uploaders.map(({ deviceId, developerId, projectId }) => ({ deviceId, developerId, projectId }));
  await client.query(
    `INSERT INTO tracker_event_sample (client_seq, ts, received_at, device_id, developer_id, project_id, key_events,
       mouse_events, interval_s, displays, on_battery, online, event_id, app_name, bundle_id, window_title, file_path,
       repo, branch, network)
     SELECT n, now() - n * interval '1 minute', now(), "deviceId", "developerId", "projectId", 120, 40, 60, 2, false,
       true, gen_random_uuid()::text, 'Code', 'com.microsoft.VSCode', 'ingest-batch.ts — atlas — Visual Studio Code',
       '/Users/ada/src/atlas/lib/tracker/ingest-batch.ts', 'acme/atlas', 'feature/ATL-12-uploads', 'office'
     FROM generate_series(1, $2) AS n,
       jsonb_to_recordset($1::jsonb) AS x("deviceId" uuid, "developerId" uuid, "projectId" uuid)`,
    [JSON.stringify(ids), each],
  );
  await client.query(
    `INSERT INTO tracker_event_key (ts, device_number, hash)
     SELECT ts, tracker_device_number(device_id), tracker_event_hash(device_id, event_id) FROM tracker_event_sample
     ON CONFLICT DO NOTHING`,
  );
  // What a server that lived through these rows has long done.
  await client.query("VACUUM (ANALYZE) tracker_event_sample, tracker_event_key");
  await client.query("CHECKPOINT");
}

export default async function growth(): Promise<void> {
  const service = await startService();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    const speeds: number[] = [];
    for (const total of [SMALL, LARGE]) {
      // New uploaders for each size, so that no device runs into its limit; the rows lie with these same devices.
      const uploaders = await enrolUploaders(client, UPLOADERS);
      await fillTo(client, uploaders, total);
      const sender = serviceSender(service.baseUrl, uploaders, CONCURRENCY);
      await drive(noSide(), WARM_UP_S, CONCURRENCY, sender.send);
      const side = noSide();
      await drive(side, MEASURE_S, CONCURRENCY, sender.send);
      await sender.close();
      speeds.push(eventsPerSecond(side));
    }
    const [small = 0, large = 0] = speeds;
    console.log(
      `growth: events_per_s_at_100k=${Math.round(small)} events_per_s_at_5m=${Math.round(large)} ratio=${(large / small).toFixed(2)}`,
    );
  } finally {
    await client.end();
    await service.stop();
  }
}
