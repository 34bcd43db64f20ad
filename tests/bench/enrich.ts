import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
  EVENTS_PER_BATCH,
  enrolUploaders,
  noSide,
  percentile,
  serviceSender,
  type Uploader,
} from "@/tests/bench/uploads";
import { startService } from "@/tests/support/service";

/*
 * How fast a burst of 45,000 samples of five people is derived, from the last answer to the last sum, and how long the
 * samples of another workspace wait meanwhile: from sending one to its sum, of a quarter of an hour that is over.
 */

const PEOPLE = 5;
const BATCHES_EACH = 18;
const NEIGHBOURS = 4;
// A device may send thirty batches a minute.
const NEIGHBOUR_EVERY_MS = 2_100;
const LOOK_MS = 20;
const NEIGHBOUR_LOOKS_MIN = 12;
const ENDED_MS = 1_800_000;

/** Whether anything waits of quarters of an hour that are over: the one that runs is left for minutes. */
async function isDirty(client: pg.Client, uploaders: readonly Uploader[]): Promise<boolean> {
  const { rows } = await client.query<{ is_dirty: boolean }>(
    `SELECT EXISTS (
       SELECT FROM tracker_dirty_bucket
       WHERE developer_id = ANY($1::uuid[]) AND bucket <= now() - interval '15 minutes'
     ) AS is_dirty`,
    [uploaders.map(({ developerId }) => developerId)],
  );
  return rows[0]?.is_dirty ?? false;
}

async function untilDerived(client: pg.Client, uploaders: readonly Uploader[]): Promise<void> {
  while (await isDirty(client, uploaders)) await sleep(LOOK_MS);
}

/** Sends a sample of a quarter of an hour that is over. */
async function sendOne(baseUrl: string, { token, deviceId, sent }: Uploader): Promise<void> {
  const ts = new Date(Date.now() - ENDED_MS - sent * 1_000).toISOString();
  const active_app = { name: "Code", bundle_id: "com.microsoft.VSCode", window_title: "main.ts — atlas" };
  const event = { event_id: randomUUID(), client_seq: sent, ts, interval_s: 60, active_app };
  const batch = {
    schema_version: "1.0",
    device_id: deviceId,
    sent_at: new Date().toISOString(),
    events: [event],
  };
  const answer = await fetch(`${baseUrl}/api/v1/tracker/events:batch`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(batch),
  });
  if (!answer.ok) throw new Error(`A neighbour was answered ${answer.status}: ${await answer.text()}`);
}

export default async function enrich(): Promise<void> {
  const service = await startService();
  const clients = Array.from(
    { length: NEIGHBOURS + 1 },
    () => new pg.Client({ connectionString: service.databaseUrl }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const [client, ...ofNeighbours] = clients;
  if (!client) throw new Error("no client");
  try {
    const crowd = await enrolUploaders(client, PEOPLE);
    const neighbours = await enrolUploaders(client, NEIGHBOURS);
    const warm = await enrolUploaders(client, 1);
    const waits = noSide();
    const look = async (neighbour: Uploader, index: number) => {
      const at = performance.now();
      neighbour.sent++;
      await sendOne(service.baseUrl, neighbour);
      await untilDerived(ofNeighbours[index] ?? client, [neighbour]);
      waits.latenciesMs.push(performance.now() - at);
      await sleep(Math.max(0, NEIGHBOUR_EVERY_MS - (performance.now() - at)));
    };
    const warmUp = serviceSender(service.baseUrl, warm, 1);
    for (let n = 0; n < 4; n++) await warmUp.send();
    await warmUp.close();
    await untilDerived(client, warm);

    const sender = serviceSender(service.baseUrl, crowd, PEOPLE);
    let left = PEOPLE * BATCHES_EACH;
    await Promise.all(
      Array.from({ length: PEOPLE }, async () => {
        while (left-- > 0) await sender.send();
      }),
    );
    await sender.close();
    const began = performance.now();
    let derivedMs = 0;
    const derived = untilDerived(client, crowd).then(() => {
      derivedMs = performance.now() - began;
    });
    await Promise.all(
      neighbours.map(async (neighbour, index) => {
        while (derivedMs === 0 || waits.latenciesMs.length < NEIGHBOUR_LOOKS_MIN)
          await look(neighbour, index);
      }),
    );
    await derived;
    const samples = PEOPLE * BATCHES_EACH * EVENTS_PER_BATCH;
    console.log(
      `${samples} samples derived in ${(derivedMs / 1_000).toFixed(1)} s; neighbours looked ${waits.latenciesMs.length} times`,
    );
    console.log(
      `enrich: events_per_s=${Math.round((samples / derivedMs) * 1_000)} neighbour_p50_s=${(percentile(waits, 0.5) / 1_000).toFixed(2)} neighbour_p99_s=${(percentile(waits, 0.99) / 1_000).toFixed(2)}`,
    );
  } finally {
    await Promise.all(clients.map((each) => each.end()));
    await service.stop();
  }
}
