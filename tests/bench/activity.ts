import { randomUUID } from "node:crypto";
import pg from "pg";
import { DAY_MS } from "@/lib/platform/limits";
import { enrolUploaders, noSide, percentile, type Side, type Uploader } from "@/tests/bench/uploads";
import { startService } from "@/tests/support/service";

/*
 * How long people's own sums take beside 2 million samples of 200 people: of the quarter of an hour that runs, right after
 * a sample of theirs was accepted, and counted; of a day; and of a month by the hour. One person after another, so that
 * nobody's rows are at hand.
 */

const PEOPLE = 200;
const SAMPLES_EACH = 10_000;
/** 333 samples of a minute a day, from nine o'clock UTC on, for 30 days up to yesterday. */
const SAMPLES_A_DAY = 333;
const LOOKS_EACH = 2;

async function seed(client: pg.Client, uploaders: readonly Uploader[]): Promise<void> {
  const ids = uploaders.map(({ deviceId, developerId, projectId }) => ({ deviceId, developerId, projectId }));
  const from = `FROM jsonb_to_recordset($1::jsonb) AS x("deviceId" uuid, "developerId" uuid, "projectId" uuid)`;
  const day = `date_trunc('day', now(), 'UTC') - (1 + n / ${SAMPLES_A_DAY}) * interval '1 day'`;
  await client.query(
    `INSERT INTO tracker_context (developer_id, day, device_id, hash, app_name, bundle_id, window_title)
     SELECT "developerId", (date_trunc('day', now(), 'UTC') AT TIME ZONE 'UTC')::date - d, "deviceId",
       md5(n::text)::uuid, 'Code', 'com.microsoft.VSCode', 'file-' || n || '.ts — atlas — Visual Studio Code'
     ${from}, generate_series(1, ${Math.ceil(SAMPLES_EACH / SAMPLES_A_DAY)}) AS d, generate_series(0, 19) AS n`,
    [JSON.stringify(ids)],
  );
  await client.query(
    `INSERT INTO tracker_event_sample (client_seq, ts, received_at, device_id, developer_id, project_id, key_events,
       interval_s, event_id, context_hash)
     SELECT n, ${day} + interval '9 hours' + n % ${SAMPLES_A_DAY} * interval '1 minute', now(), "deviceId",
       "developerId", "projectId", 20, 60, gen_random_uuid()::text, md5((n / 5 % 20)::text)::uuid
     ${from}, generate_series(0, $2::int - 1) AS n ORDER BY n`,
    [JSON.stringify(ids), SAMPLES_EACH],
  );
  await client.query(
    `INSERT INTO tracker_derivation (sample_id, project_id, confidence, category, rule_id, signal, version)
     SELECT id, project_id, 0.25, 'dev.code', 'built-in/bench', 'device', '0.0.0' FROM tracker_event_sample`,
  );
  await client.query(
    `INSERT INTO tracker_bucket (developer_id, bucket, place, seconds, project_id, category)
     SELECT "developerId", ${day} + interval '9 hours' + n % ${SAMPLES_A_DAY} * interval '1 minute', place, 300, "projectId",
       (ARRAY['dev.code', 'comm.chat', 'web.unknown'])[place + 1]
     ${from}, generate_series(0, $2::int - 1) AS n, generate_series(0, 2) AS place
     WHERE n % ${SAMPLES_A_DAY} % 15 = 0`,
    [JSON.stringify(ids), SAMPLES_EACH],
  );
  await client.query(
    "VACUUM (ANALYZE) tracker_event_sample, tracker_derivation, tracker_bucket, tracker_context",
  );
  await client.query("CHECKPOINT");
}

export default async function activity(): Promise<void> {
  const service = await startService();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    const uploaders = await enrolUploaders(client, PEOPLE);
    await seed(client, uploaders);
    const { rows } = await client.query<{ n: number }>("SELECT count(*)::int AS n FROM tracker_event_sample");
    console.log(`${rows[0]?.n} samples of ${PEOPLE} people`);

    const ask = async ({ token }: Uploader, method: string, path: string, body?: object) => {
      const answer = await fetch(`${service.baseUrl}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
      return JSON.parse(text) as { total_seconds: number; is_settled: boolean };
    };
    const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const rangeOf = (from: number, to: number, group: string) =>
      `/tracker/activity?${new URLSearchParams({ from: new Date(from).toISOString(), to: new Date(to).toISOString(), group })}`;
    const timed = async (side: Side, uploader: Uploader, path: string) => {
      const at = performance.now();
      const answer = await ask(uploader, "GET", path);
      side.latenciesMs.push(performance.now() - at);
      return answer;
    };

    let unseen = 0;
    const openLook = async (side: Side, uploader: Uploader) => {
      const active_app = { name: "Code", bundle_id: "com.microsoft.VSCode", window_title: "main.ts — atlas" };
      const now = Date.now();
      const events = [
        {
          event_id: randomUUID(),
          client_seq: 20_000 + uploader.sent++,
          ts: new Date(now).toISOString(),
          interval_s: 1,
          active_app,
        },
      ];
      const batch = {
        schema_version: "1.0",
        device_id: uploader.deviceId,
        sent_at: new Date().toISOString(),
        events,
      };
      await ask(uploader, "POST", "/tracker/events:batch", batch);
      const { total_seconds } = await timed(
        side,
        uploader,
        rangeOf(now - DAY_MS / 2, now + DAY_MS / 2, "hour"),
      );
      if (total_seconds === 0) unseen++;
    };
    const [openSide, daySide, monthSide] = [noSide(), noSide(), noSide()];
    for (const uploader of uploaders.slice(0, 20)) {
      await openLook(noSide(), uploader);
      await timed(noSide(), uploader, rangeOf(midnight - DAY_MS, midnight, "category"));
      await timed(noSide(), uploader, rangeOf(midnight - 30 * DAY_MS, midnight, "hour"));
    }
    unseen = 0;
    for (let look = 0; look < LOOKS_EACH; look++) {
      for (const uploader of uploaders) await openLook(openSide, uploader);
      for (const uploader of uploaders) {
        const { total_seconds } = await timed(
          daySide,
          uploader,
          rangeOf(midnight - DAY_MS, midnight, "category"),
        );
        if (total_seconds === 0) throw new Error("a day without time");
      }
      for (const uploader of uploaders) {
        await timed(monthSide, uploader, rangeOf(midnight - 30 * DAY_MS, midnight, "hour"));
      }
    }
    console.log(
      `of ${openSide.latenciesMs.length} looks at the quarter that runs, ${unseen} did not see what was accepted`,
    );
    console.log(
      `activity: open_bucket_p99_ms=${percentile(openSide, 0.99).toFixed(1)} open_bucket_p50_ms=${percentile(openSide, 0.5).toFixed(1)} day_p95_ms=${percentile(daySide, 0.95).toFixed(1)} month_p95_ms=${percentile(monthSide, 0.95).toFixed(1)} unseen=${unseen}`,
    );
  } finally {
    await client.end();
    await service.stop();
  }
}
