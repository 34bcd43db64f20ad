import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pool } from "@/lib/platform/database";
import { type Ask, pendingMigrations } from "@/lib/platform/pending-migrations";

/* The template of the test's database was migrated as every database is: what was noted there is what counts. */

const ONE = "20261120144959_jobs_enqueue_functions";

const ask: Ask = async (text) => (await pool().query(text)).rows;

beforeAll(async () => {
  await pool().query("CREATE TABLE kept AS SELECT * FROM _prisma_migrations");
});
beforeEach(async () => {
  await pool().query("DELETE FROM _prisma_migrations; INSERT INTO _prisma_migrations SELECT * FROM kept");
});
afterAll(async () => {
  await pool().query("DROP TABLE kept");
});

describe("the list of pending migrations", () => {
  it("is empty after all were applied", async () => {
    expect(await pendingMigrations(ask)).toEqual([]);
  });

  it("contains every migration on a new database", async () => {
    await pool().query("ALTER TABLE _prisma_migrations RENAME TO elsewhere");
    const pending = await pendingMigrations(ask);
    await pool().query("ALTER TABLE elsewhere RENAME TO _prisma_migrations");
    expect(pending).toContain(ONE);
    expect(pending).toEqual([...pending].sort());
  });

  it.each([
    ["is not there", "DELETE FROM _prisma_migrations WHERE migration_name = $1"],
    ["did not end", "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1"],
    ["was rolled back", "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1"],
  ])("contains a migration that %s", async (_, statement) => {
    await pool().query(statement, [ONE]);
    expect(await pendingMigrations(ask)).toEqual([ONE]);
  });

  it("doesn't contain one that failed first and was applied then", async () => {
    await pool().query(
      `INSERT INTO _prisma_migrations (id, migration_name, checksum, rolled_back_at, applied_steps_count)
       VALUES ('failed-once', $1, 'x', now(), 0)`,
      [ONE],
    );
    expect(await pendingMigrations(ask)).toEqual([]);
  });
});
