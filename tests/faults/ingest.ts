import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@/lib/platform/limits";
import { enrolUploaders, type Uploader } from "@/tests/bench/uploads";
import { RETRY_MS, until, withClient } from "@/tests/faults/support";
import { type Part, type Service, startService } from "@/tests/support/service";

/*
 * Clients upload without a break, and send a batch again until it is answered, while every process of the service is
 * killed with kill -9. What was answered as accepted must be stored, once, and enrichment must catch up.
 */

const UPLOADERS = 300;
const IN_FLIGHT = 4;
const EVENTS_PER_BATCH = 20;
const BATCHES_BETWEEN_KILLS = 60;
const VICTIMS: Part[] = ["web", "worker", "postgres", "launcher", "postgres", "web", "worker", "launcher"];
const PROGRESS_WAIT_MS = 90_000;
const CATCH_UP_WAIT_MS = 180_000;
const PAUSE_MS = 10;
/** From here on back all quarters of an hour are over, and derived at once. */
const ENDED_MINUTES = 16;

type Event = { event_id: string; client_seq: number; ts: string; interval_s: number; active_app: object };
type Batch = { uploader: Uploader; events: Event[] };

/** A batch of samples that the uploader has not sent yet. */
export function aBatch(uploader: Uploader, now: number): Batch {
  const events = Array.from({ length: EVENTS_PER_BATCH }, () => {
    uploader.sent += 1;
    return {
      event_id: randomUUID(),
      client_seq: uploader.sent,
      ts: new Date(now - (ENDED_MINUTES + uploader.sent) * MINUTE_MS).toISOString(),
      interval_s: 60,
      active_app: { name: "Code", bundle_id: "com.microsoft.VSCode", window_title: "ingest.ts" },
    };
  });
  return { uploader, events };
}

/** Sends a batch once; null when there was no answer or the service was not able to take it. */
export async function send(
  service: Service,
  { uploader, events }: Batch,
): Promise<{ accepted: number; duplicates: number } | null> {
  const response = await fetch(`${service.baseUrl}/tracker/events:batch`, {
    method: "POST",
    headers: { authorization: `Bearer ${uploader.token}`, "content-type": "application/json" },
    body: JSON.stringify({
      schema_version: "1.0",
      device_id: uploader.deviceId,
      sent_at: new Date().toISOString(),
      events,
    }),
    signal: AbortSignal.timeout(15_000),
  }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (!response || response.status >= 500 || response.status === 429 || !answer) return null;
  if (response.status !== 200 || answer.rejected.length > 0) {
    throw new Error(`A batch was answered with ${response.status}: ${JSON.stringify(answer)}`);
  }
  return answer;
}

type Standing = { missing: number; stored: number; distinct: number; strangers: number; wrong_seq: number };

/** Compares what is stored with what was answered, in the database itself. */
function standing(service: Service, answered: [string, string][], uploaders: Uploader[]): Promise<Standing> {
  return withClient(service, async (client) => {
    await client.query(
      "CREATE TEMP TABLE answered (device_id uuid, event_id text, PRIMARY KEY (device_id, event_id))",
    );
    await client.query(
      "INSERT INTO answered SELECT (x->>0)::uuid, x->>1 FROM jsonb_array_elements($1::jsonb) AS x",
      [JSON.stringify(answered)],
    );
    const { rows } = await client.query<Standing>(
      `SELECT (SELECT count(*)::int FROM answered a
               WHERE NOT EXISTS (SELECT FROM tracker_event_sample s WHERE s.device_id = a.device_id AND s.event_id = a.event_id)) AS missing,
              (SELECT count(*)::int FROM tracker_event_sample) AS stored,
              (SELECT count(DISTINCT (device_id, event_id))::int FROM tracker_event_sample) AS distinct,
              (SELECT count(*)::int FROM tracker_event_sample s
               WHERE NOT EXISTS (SELECT FROM answered a WHERE a.device_id = s.device_id AND a.event_id = s.event_id)) AS strangers,
              (SELECT count(*)::int FROM tracker_device d
               JOIN jsonb_to_recordset($1::jsonb) AS x("deviceId" uuid, sent bigint) ON d.id = x."deviceId"
               WHERE d.server_seq IS DISTINCT FROM nullif(x.sent, 0)) AS wrong_seq`,
      [JSON.stringify(uploaders)],
    );
    if (!rows[0]) throw new Error("the comparison gave no row");
    return rows[0];
  });
}

/** Samples without a derivation and buckets that wait for one. */
function arrears(service: Service): Promise<number> {
  return withClient(service, async (client) => {
    const { rows } = await client.query<{ arrears: number }>(
      `SELECT (SELECT count(*) FROM tracker_dirty_bucket)::int
            + (SELECT count(*) FROM tracker_event_sample s
               WHERE NOT EXISTS (SELECT FROM tracker_derivation d WHERE d.sample_id = s.id))::int AS arrears`,
    );
    return rows[0]?.arrears ?? -1;
  });
}

export default async function ingest(): Promise<boolean> {
  const service = await startService();
  const uploaders = await withClient(service, (client) => enrolUploaders(client, UPLOADERS));
  const answered: [string, string][] = [];
  const counts = { batches: 0, resent: 0, duplicates: 0 };
  let isOver = false;
  let next = 0;
  const now = Date.now();

  async function upload(): Promise<void> {
    while (!isOver) {
      const uploader = uploaders[next++ % uploaders.length];
      if (!uploader) return;
      const batch = aBatch(uploader, now);
      for (;;) {
        const answer = await send(service, batch);
        if (answer) {
          if (answer.accepted + answer.duplicates !== EVENTS_PER_BATCH)
            throw new Error("The sums do not add up.");
          counts.batches += 1;
          counts.duplicates += answer.duplicates;
          answered.push(
            ...batch.events.map((event): [string, string] => [uploader.deviceId, event.event_id]),
          );
          break;
        }
        counts.resent += 1;
        await sleep(RETRY_MS);
      }
      await sleep(PAUSE_MS);
    }
  }

  try {
    const uploads = Promise.all(Array.from({ length: IN_FLIGHT }, upload));
    uploads.catch(() => {
      isOver = true;
    });
    const progress = async (what: string) => {
      const goal = counts.batches + BATCHES_BETWEEN_KILLS;
      await until(`Going on after ${what}`, PROGRESS_WAIT_MS, () => isOver || counts.batches >= goal);
    };
    await progress("the start");
    for (const victim of VICTIMS) {
      const killedAt = performance.now();
      await service.kill(victim);
      if (victim === "launcher") await service.start();
      await progress(`kill -9 of ${victim}`);
      console.log(
        `${victim} killed; ${BATCHES_BETWEEN_KILLS} more batches after ${Math.round(performance.now() - killedAt)} ms`,
      );
    }
    isOver = true;
    await uploads;
    await until("Catching up with enrichment", CATCH_UP_WAIT_MS, async () => (await arrears(service)) === 0);
    const { missing, stored, distinct, strangers, wrong_seq } = await standing(service, answered, uploaders);
    console.log(`batches=${counts.batches} resent=${counts.resent} duplicates=${counts.duplicates}`);
    console.log(
      `faults: answered=${answered.length} stored=${stored} missing=${missing} twice=${stored - distinct} strangers=${strangers} wrong_server_seq=${wrong_seq}`,
    );
    return missing === 0 && stored === distinct && strangers === 0 && wrong_seq === 0;
  } catch (error) {
    console.error(service.output());
    console.error(error);
    return false;
  } finally {
    isOver = true;
    await service.stop();
  }
}
