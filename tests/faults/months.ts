import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { closeDatabase } from "@/lib/platform/database";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { MINUTE_MS } from "@/lib/platform/limits";
import { applyMigrations } from "@/lib/platform/migrations";
import { makeJobTables } from "@/lib/server/job-tables";
import { insertSamples } from "@/lib/tracker/ingest/store";
import { NO_EXTRA_RULES } from "@/lib/tracker/redaction/rules";
import { enrolUploaders, type Uploader } from "@/tests/bench/uploads";
import { RETRY_MS } from "@/tests/faults/support";
import "@/tests/support/settings";
import { migrateToBefore, type OldEvent, storeAsBefore } from "@/tests/support/version-before";

/*
 * The migration that gives samples months, on a database with millions of them, while devices upload without a break: by the
 * statement of the version before until the migration is through, by either version from then on, as processes are replaced
 * one by one. Every tenth batch is sent again. What was answered must be stored, once.
 *
 * npm run test:faults -- months [millions]
 */

const MILLIONS = 3;
const UPLOADERS = 600;
const LANES = 4;
const EVENTS_PER_BATCH = 50;
const BEFORE_S = 5;
const AFTER_S = 15;

async function seed(client: pg.Client, uploaders: readonly Uploader[], total: number): Promise<void> {
  const ids = uploaders.map(({ deviceId, developerId, projectId }) => ({ deviceId, developerId, projectId }));
  await client.query(
    `INSERT INTO tracker_sample (client_seq, ts, received_at, device_id, developer_id, project_id, key_events, interval_s,
       event_id, app_name, bundle_id, window_title)
     SELECT n, now() - interval '1 hour' - n * interval '1 minute', now(), "deviceId", "developerId", "projectId", 120, 60,
       gen_random_uuid()::text, 'Code', 'com.microsoft.VSCode', 'ingest-batch.ts — atlas'
     FROM generate_series(1, $2) AS n,
       jsonb_to_recordset($1::jsonb) AS x("deviceId" uuid, "developerId" uuid, "projectId" uuid)`,
    [JSON.stringify(ids), Math.ceil(total / uploaders.length)],
  );
  await client.query(
    `INSERT INTO tracker_derivation (sample_id, project_id, confidence, category, rule_id, signal, version)
     SELECT id, project_id, 0.25, 'dev.code', 'built-in/before', 'device', '0.0.0' FROM tracker_sample`,
  );
  await client.query("VACUUM (ANALYZE) tracker_sample, tracker_derivation");
}

type Standing = { stored: number; distinct: number; missing: number; derived: number };

async function standing(client: pg.Client, answered: [string, string][], held: number): Promise<Standing> {
  await client.query("CREATE TEMP TABLE answered (device_id uuid, event_id text)");
  await client.query(
    "INSERT INTO answered SELECT (x->>0)::uuid, x->>1 FROM jsonb_array_elements($1::jsonb) AS x",
    [JSON.stringify(answered)],
  );
  await client.query("ANALYZE answered");
  const { rows } = await client.query<Standing>(
    `SELECT count(*)::int - $1::int AS stored, count(DISTINCT (device_id, event_id))::int - $1::int AS distinct,
       (SELECT count(*)::int FROM (
          SELECT device_id, event_id FROM answered EXCEPT SELECT device_id, event_id FROM tracker_event_sample
        ) lost) AS missing,
       (SELECT count(*)::int FROM tracker_derivation d JOIN tracker_event_sample s ON s.id = d.sample_id) AS derived
     FROM tracker_event_sample`,
    [held],
  );
  if (!rows[0]) throw new Error("the comparison gave no row");
  return rows[0];
}

export default async function months(words: string[]): Promise<boolean> {
  const total = Number(words[0] ?? MILLIONS) * 1_000_000;
  const dataDir = await mkdtemp(path.join(tmpdir(), "wps-months-"));
  const server = await startEmbeddedPostgres(dataDir);
  const url = new URL(server.url);
  url.pathname = "/months";
  process.env.DATABASE_URL = url.href;
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query("CREATE DATABASE months");
  await admin.end();
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  let phase: "before" | "after" | "over" = "before";
  const answered: [string, string][] = [];
  const counts = { byBefore: 0, byNew: 0, again: 0, refused: 0 };
  let longestMs = 0;
  let next = 0;

  async function upload(
    lane: number,
    workspaceOf: Map<string, string>,
    uploaders: Uploader[],
  ): Promise<void> {
    const own = new pg.Client({ connectionString: url.href });
    await own.connect();
    const send = async (uploader: Uploader, events: OldEvent[]): Promise<number> => {
      const isNew = phase !== "before" && (lane + next) % 2 === 0;
      counts[isNew ? "byNew" : "byBefore"] += 1;
      if (!isNew) return storeAsBefore(own, uploader.deviceId, events);
      const device = {
        id: uploader.deviceId,
        developerId: uploader.developerId,
        workspaceId: workspaceOf.get(uploader.deviceId) ?? "",
      };
      const active_app = { name: "Code", bundle_id: "com.microsoft.VSCode" };
      const batch = events.map(({ eventId, clientSeq, ts }) => ({
        event_id: eventId,
        client_seq: clientSeq,
        ts: ts.toISOString(),
        interval_s: 60,
        active_app,
      }));
      const stored = await insertSamples(device, batch, () => NO_EXTRA_RULES, {
        skewS: null,
        refused: [],
        now: new Date(),
      });
      if (!stored) throw new Error("the device is gone");
      return stored.accepted;
    };
    while (phase !== "over") {
      const uploader = uploaders[next++ % uploaders.length];
      if (!uploader) break;
      const events = Array.from({ length: EVENTS_PER_BATCH }, (_, n): OldEvent => {
        uploader.sent += 1;
        const ts = new Date(Date.now() - n * 1_000 - MINUTE_MS);
        return { eventId: randomUUID(), clientSeq: uploader.sent, ts };
      });
      const times = next % 10 === 0 ? 2 : 1;
      for (let time = 0; time < times; time++) {
        const at = performance.now();
        for (;;) {
          const accepted = await send(uploader, events).catch(() => null);
          if (accepted !== null) break;
          counts.refused += 1;
          await sleep(RETRY_MS);
        }
        longestMs = Math.max(longestMs, performance.now() - at);
        if (time > 0) counts.again += 1;
      }
      answered.push(...events.map(({ eventId }): [string, string] => [uploader.deviceId, eventId]));
    }
    await own.end();
  }

  try {
    await migrateToBefore(url.href);
    await makeJobTables(url.href);
    const uploaders = await enrolUploaders(client, UPLOADERS);
    await seed(client, uploaders, total);
    const held = Math.ceil(total / UPLOADERS) * UPLOADERS;
    const { rows } = await client.query<{ id: string; workspace: string }>(
      "SELECT d.id, p.workspace_id AS workspace FROM tracker_device d JOIN project p ON p.id = d.project_id",
    );
    const workspaceOf = new Map(rows.map(({ id, workspace }) => [id, workspace]));
    const lanes = Promise.all(
      Array.from({ length: LANES }, (_, lane) => upload(lane, workspaceOf, uploaders)),
    );
    await sleep(BEFORE_S * 1_000);
    longestMs = 0;
    const at = performance.now();
    await applyMigrations(url.href, { tell: console.log });
    console.log(`migrated in ${Math.round((performance.now() - at) / 100) / 10} s`);
    phase = "after";
    await sleep(AFTER_S * 1_000);
    phase = "over";
    await lanes;
    const { stored, distinct, missing, derived } = await standing(client, answered, held);
    console.log(
      `batches: by the version before ${counts.byBefore}, by this one ${counts.byNew}, sent again ${counts.again}, refused ${counts.refused}`,
    );
    console.log(
      `faults: held=${held} answered=${answered.length} kept=${stored} missing=${missing} twice=${stored - distinct} derivations=${derived} longest_upload_ms=${Math.round(longestMs)}`,
    );
    return stored === answered.length && missing === 0 && stored === distinct && derived === held;
  } catch (error) {
    console.error(error);
    return false;
  } finally {
    phase = "over";
    await client.end();
    await closeDatabase();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
