import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pool } from "@/lib/platform/database";
import { faultsOf } from "@/tests/support/describe-statement";
import { readRawStatements } from "@/tests/support/raw-statements";

/*
 * SQL in the code is text to the compiler, and the types of its rows are a claim. Here every statement is read out of the
 * code and handed to Postgres to prepare, on a migrated database, and its columns are compared with the claim.
 */

/** Files whose statements are put together from what is known only as they run, and how many of these there are. */
const DYNAMIC: Record<string, number> = {
  // Filters, sort orders and pages of lists; the kinds that a search looks among.
  "lib/crm/records/list/store.ts": 5,
  "lib/tables/rows/list/store.ts": 4,
  "lib/search/store.ts": 1,
  // The rows and texts that a list's filter looks through.
  "lib/platform/loose-sql.ts": 1,
  "lib/projects/tasks/store.ts": 1,
  // One for each table that refers to developers, and one for each whose rows have an owner.
  "lib/identity/erasure/store.ts": 2,
  "lib/tracker/enrichment/marks-store.ts": 1,
  // The name of a channel, and a statement that has a limit of time of its own.
  "lib/platform/listen.ts": 2,
  // What runs the statements of others, sets limits of time, or applies migrations.
  "lib/platform/connections.ts": 1,
  "lib/platform/database.ts": 2,
  "lib/platform/migrations.ts": 6,
  "lib/platform/schema-engine.ts": 1,
  "lib/server/closed-set-checks.ts": 2,
  "lib/server/worker.ts": 1,
  // Tables one by one, as the file of a backup names them.
  "lib/server/backup/restore-backup.ts": 2,
  "lib/server/backup/write-backup.ts": 1,
};

const { statements, dynamic } = readRawStatements();
let client: pg.PoolClient;
beforeAll(async () => {
  client = await pool().connect();
});
afterAll(() => client.release());

async function faults(): Promise<string[]> {
  const found: string[] = [];
  for (const statement of statements) found.push(...(await faultsOf(client, statement)));
  return found;
}

describe("raw statements", () => {
  it("can be prepared by the database, and have the columns that their row types declare", async () => {
    expect(statements.length).toBeGreaterThan(250);
    expect(await faults()).toEqual([]);
  });

  it("are written in the code as they run, except those listed here", () => {
    const counts: Record<string, number> = {};
    for (const { place } of dynamic) {
      const file = place.replace(/:\d+$/, "");
      counts[file] = (counts[file] ?? 0) + 1;
    }
    expect(counts).toEqual(DYNAMIC);
  });

  it("are reported if a column has another name or another type", async () => {
    await client.query("ALTER TABLE workspace_member RENAME COLUMN app_permissions TO permissions_of_apps");
    await client.query("ALTER TABLE webhook_delivery ALTER COLUMN round TYPE bigint");
    const found = await faults().finally(async () => {
      await client.query("ALTER TABLE workspace_member RENAME COLUMN permissions_of_apps TO app_permissions");
      await client.query("ALTER TABLE webhook_delivery ALTER COLUMN round TYPE int");
    });
    expect(found).toContainEqual(
      expect.stringContaining("column round is string, and the row type says number"),
    );
    expect(found).toContainEqual(expect.stringContaining("column m.app_permissions does not exist"));
  });
});
