import type pg from "pg";
import type { MigrationFile } from "@/lib/platform/migration-rules";

/* A database's record of its migrations, in Prisma's own table. */

/** Creates the table if it does not exist yet. */
export const BOOKKEEPING = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

export type HistoryRow = {
  id: string;
  migration_name: string;
  finished_at: Date | null;
  rolled_back_at: Date | null;
  started_at: Date;
  logs: string | null;
};

/** Every attempt at a migration, oldest first. */
export async function readHistory(client: pg.Client): Promise<HistoryRow[]> {
  const found = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS is_there");
  if (!found.rows[0].is_there) return [];
  const { rows } = await client.query<HistoryRow>(
    `SELECT id, migration_name, finished_at, rolled_back_at, started_at, logs
     FROM _prisma_migrations ORDER BY started_at`,
  );
  return rows;
}

export const isApplied = (row: HistoryRow) => row.finished_at !== null && row.rolled_back_at === null;
export const isOpen = (row: HistoryRow) => row.finished_at === null && row.rolled_back_at === null;
export const hasFailed = (row: HistoryRow) => isOpen(row) && Boolean(row.logs);

/** Those that are yet to be applied. */
export function missing(files: MigrationFile[], history: HistoryRow[]): MigrationFile[] {
  const applied = new Set(history.filter(isApplied).map((row) => row.migration_name));
  return files.filter(({ name }) => !applied.has(name));
}

/**
 * The mark is part of the migration's own transaction, so that after a kill it is known whether the migration was
 * committed.
 */
export function markFinished(id: string): string {
  return `UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = '${id}'`;
}
