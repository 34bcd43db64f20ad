import { readFile } from "node:fs/promises";
import pg from "pg";
import {
  drive,
  enrolUploaders,
  eventsPerSecond,
  noSide,
  percentile,
  rawSender,
  serviceSender,
} from "@/tests/bench/uploads";
import { startService } from "@/tests/support/service";

/*
 * Uploads through the whole service against the bare INSERT of the same rows: same database, same concurrency, sides in
 * turns, the limiter on, the worker enriching behind.
 */

const UPLOADERS = 600;
const CONCURRENCY = 4;
const WARM_UP_S = 5;
const ROUNDS = 5;
const ROUND_S = 4;

async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

export default async function ingest(): Promise<void> {
  const service = await startService();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    const uploaders = await enrolUploaders(client, UPLOADERS);
    const ours = serviceSender(service.baseUrl, uploaders, CONCURRENCY);
    const raw = await rawSender(service.databaseUrl, uploaders, CONCURRENCY);
    await drive(noSide(), WARM_UP_S, CONCURRENCY, ours.send);
    await drive(noSide(), 1, CONCURRENCY, raw.send);
    const [oursSide, rawSide] = [noSide(), noSide()];
    const memory: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await drive(oursSide, ROUND_S, CONCURRENCY, ours.send);
      memory.push(await memoryMb(await service.webPid()));
      await drive(rawSide, ROUND_S, CONCURRENCY, raw.send);
    }
    await ours.close();
    await raw.close();
    const { rows } = await client.query<{ bytes: number }>(
      `SELECT (sum(pg_total_relation_size(part)) / (SELECT count(*) FROM tracker_event_sample))::int AS bytes
       FROM unnest('{tracker_event_sample,tracker_event_key,tracker_context}'::regclass[]) AS whole
       CROSS JOIN LATERAL (
         SELECT relid AS part FROM pg_partition_tree(whole) UNION SELECT whole
       ) parts`,
    );
    console.log(`memory of the web process after each round: ${memory.join(", ")} MB`);
    console.log(`bytes per stored sample with its indexes, key and context: ${rows[0]?.bytes}`);
    const [events, rawEvents] = [eventsPerSecond(oursSide), eventsPerSecond(rawSide)];
    console.log(
      `ingest: events_per_s=${Math.round(events)} raw_events_per_s=${Math.round(rawEvents)} ratio=${(events / rawEvents).toFixed(2)} bytes_per_sample=${rows[0]?.bytes} p50_ms=${percentile(oursSide, 0.5).toFixed(1)} p99_ms=${percentile(oursSide, 0.99).toFixed(1)}`,
    );
  } finally {
    await client.end();
    await service.stop();
  }
}
