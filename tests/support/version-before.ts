import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { applyMigrations, MIGRATIONS_DIR, migrationFiles } from "@/lib/platform/migrations";

/*
 * What the version before samples had months does to the database, as it did it.
 */

/** The first migration that it did not know. */
const FIRST_AFTER = "20261125030000_keys_of_events";

/** Migrates an empty database to where that version had it. */
export async function migrateToBefore(databaseUrl: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "wps-before-"));
  try {
    for (const { name } of await migrationFiles()) {
      if (name >= FIRST_AFTER) continue;
      await cp(path.join(MIGRATIONS_DIR, name), path.join(folder, name), { recursive: true });
    }
    await applyMigrations(databaseUrl, { directory: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export type OldEvent = { eventId: string; clientSeq: number; ts: Date; isPoint?: boolean; importId?: string };

/** Stores a batch as it did. @returns how many samples were new */
export async function storeAsBefore(
  client: Pick<pg.ClientBase, "query">,
  deviceId: string,
  events: readonly OldEvent[],
): Promise<number> {
  const { rows } = await client.query<{ accepted: number }>(
    `WITH device AS (
       SELECT id, developer_id, project_id FROM tracker_device WHERE id = $1 FOR UPDATE
     ), stored AS (
       INSERT INTO tracker_sample (received_at, device_id, developer_id, project_id, client_seq, ts, interval_s, event_id,
         app_name, bundle_id, is_point, import_id)
       SELECT now(), d.id, d.developer_id, d.project_id, (x->>'clientSeq')::bigint, (x->>'ts')::timestamptz, 60,
         x->>'eventId', 'Code', 'com.microsoft.VSCode', (x->>'isPoint')::boolean, (x->>'importId')::uuid
       FROM device d, jsonb_array_elements($2::jsonb) AS x
       ON CONFLICT (device_id, event_id) DO NOTHING
       RETURNING client_seq
     ), moved AS (
       UPDATE tracker_device SET server_seq = GREATEST(server_seq, (SELECT max(client_seq) FROM stored))
       WHERE id = (SELECT id FROM device)
     )
     SELECT count(*)::int AS accepted FROM stored`,
    [deviceId, JSON.stringify(events)],
  );
  return rows[0]?.accepted ?? 0;
}

/** Stores a derivation of each sample that has none, as it did. */
export async function deriveAsBefore(client: Pick<pg.ClientBase, "query">): Promise<void> {
  await client.query(
    `INSERT INTO tracker_derivation (sample_id, project_id, confidence, category, rule_id, signal, version)
     SELECT id, project_id, 0.25, 'dev.code', 'built-in/before', 'device', '0.0.0' FROM tracker_sample
     ON CONFLICT (sample_id) DO NOTHING`,
  );
}
