import { readdir } from "node:fs/promises";
import path from "node:path";

const MIGRATIONS_DIR = path.join(/* turbopackIgnore: true */ process.cwd(), "prisma", "migrations");

const UNDEFINED_TABLE = "42P01";

/** Runs a statement and returns its rows. */
export type Ask = <Row extends Record<string, unknown>>(text: string) => Promise<Row[]>;

/** Names of the fully applied migrations; none on a database that was never migrated. */
async function appliedMigrations(ask: Ask): Promise<{ migration_name: string }[]> {
  return ask<{ migration_name: string }>(
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  ).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === UNDEFINED_TABLE) return [];
    throw error;
  });
}

let carried: Promise<string[]> | undefined;

/**
 * Names of the migrations that this version of the service includes, oldest first. They do not change while it runs.
 */
function carriedMigrations(): Promise<string[]> {
  carried ??= readdir(MIGRATIONS_DIR, { withFileTypes: true })
    .then((entries) =>
      entries
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort(),
    )
    .catch((error: unknown) => {
      carried = undefined;
      throw error;
    });
  return carried;
}

/**
 * Names of the migrations that this version includes and the database has not fully applied, oldest first. More
 * migrations in the database than this version includes are no error: a newer version may be rolling out.
 * @throws what `ask` throws
 */
export async function pendingMigrations(ask: Ask): Promise<string[]> {
  const [names, rows] = await Promise.all([carriedMigrations(), appliedMigrations(ask)]);
  const applied = new Set(rows.map((row) => row.migration_name));
  return names.filter((name) => !applied.has(name));
}
