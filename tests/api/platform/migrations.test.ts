import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type ApplyOptions,
  applyMigrations,
  failedMigrations,
  MIGRATIONS_DIR,
  resolveMigration,
} from "@/lib/platform/migrations";
import { pendingSchemaSql } from "@/lib/platform/schema-engine";

const url = () => process.env.DATABASE_URL ?? "";

let directory: string;
let database: string;
let client: pg.Client;
let lines: string[];
let count = 0;

beforeEach(async () => {
  count += 1;
  lines = [];
  directory = await mkdtemp(path.join(tmpdir(), "wps-migrations-"));
  const name = `fresh_${process.pid}_${count}`;
  const admin = new pg.Client({ connectionString: url() });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const fresh = new URL(url());
  fresh.pathname = `/${name}`;
  database = fresh.href;
  client = new pg.Client({ connectionString: database, application_name: "somebody" });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await rm(directory, { recursive: true, force: true });
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, sql] of Object.entries(files)) {
    await mkdir(path.join(directory, name), { recursive: true });
    await writeFile(path.join(directory, name, "migration.sql"), sql);
  }
}

function apply(options: ApplyOptions = {}): Promise<string[]> {
  return applyMigrations(database, {
    directory,
    tell: (line) => lines.push(line),
    lockRetryFirstMs: 10,
    ...options,
  });
}

async function rows<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
  return (await client.query<T>(sql)).rows;
}

const open = () =>
  rows(`SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL`);

/** As a kill leaves it: begun, and neither finished nor noted as failed. */
async function cutOff(name: string): Promise<void> {
  await client.query(
    "UPDATE _prisma_migrations SET finished_at = NULL, applied_steps_count = 0 WHERE migration_name = $1",
    [name],
  );
}

describe("deploying", () => {
  it("makes the tables that a web server adds jobs to, also before the first worker starts", async () => {
    const args = ["--import", "tsx", path.join("lib", "server", "migrate.ts"), "deploy"];
    const env = { ...process.env, DATABASE_URL: database, DIRECT_DATABASE_URL: "" };
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(await rows("SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS found")).toEqual([
      { found: true },
    ]);
  });
});

describe("applyMigrations", () => {
  it("produces the database that the schema files describe", async () => {
    expect(await pendingSchemaSql(url())).toBe("");
  });

  it("applies each once, in order, and skips them the next time", async () => {
    const applied = await apply({ directory: MIGRATIONS_DIR });
    expect(applied.length).toBeGreaterThan(19);
    expect(applied).toEqual(applied.toSorted());
    expect(await apply({ directory: MIGRATIONS_DIR })).toEqual([]);
  });

  it("applies a migration whole or not at all", async () => {
    await write({ "1_half": "CREATE TABLE one (n int);\nINSERT INTO one VALUES (1);\nSELECT 1/0; -- boom" });
    await expect(apply()).rejects.toThrow("1_half failed: division by zero (SQLSTATE 22012)");
    expect(await rows("SELECT to_regclass('one') AS one")).toEqual([{ one: null }]);
  });

  it("makes simultaneous processes take turns", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 5 }, (_, n) => [
        `${n}_step`,
        `CREATE TABLE t${n} (n int); SELECT pg_sleep(0.05); INSERT INTO t${n} VALUES (1);`,
      ]),
    );
    await write({ ...files, "5_index": "CREATE INDEX CONCURRENTLY i ON t0 (n)" });
    // Held until all three have asked for their turn.
    await client.query("SELECT pg_advisory_lock(72707369)");
    const applying = Promise.all([apply(), apply(), apply()]);
    const waiting = "Another process is applying migrations; waiting until it is through.";
    await expect.poll(() => lines, { timeout: 15_000, interval: 10 }).toEqual([waiting, waiting, waiting]);
    await client.query("SELECT pg_advisory_unlock(72707369)");
    const all = await applying;
    expect(all.flat().toSorted()).toEqual([...Object.keys(files), "5_index"]);
    expect(await rows("SELECT count(*)::int AS n FROM _prisma_migrations")).toEqual([{ n: 6 }]);
  });

  it("waits only briefly for a lock, says who has it, and retries", async () => {
    await write({ "1_table": "CREATE TABLE busy (n int)" });
    await apply();
    await write({ "2_column": "ALTER TABLE busy ADD COLUMN m int" });
    await client.query("BEGIN; SELECT count(*) FROM busy");
    // Long enough for a look at who holds the lock, also on a slow machine; it is let go only after that was said.
    const applying = apply({ lockWaitMs: 1_000, lockTriesMax: 1_000 });
    await expect
      .poll(() => lines.find((line) => line.startsWith("2_column did not get a lock, held by somebody")), {
        timeout: 15_000,
        interval: 10,
      })
      .toMatch(/idle in transaction.*SELECT count\(\*\) FROM busy.*Trying again in /);
    // Whoever came behind the migration was held up for one short wait, not until the lock was let go.
    const reader = new pg.Client({ connectionString: database });
    await reader.connect();
    await reader.query("INSERT INTO busy VALUES (1)");
    await reader.end();
    await client.query("COMMIT");
    expect(await applying).toEqual(["2_column"]);
    expect(await rows("SELECT m FROM busy")).toEqual([{ m: null }]);
  });

  it("gives up after many tries with nothing changed, and nothing to resolve", async () => {
    await write({ "1_table": "CREATE TABLE busy (n int)" });
    await apply();
    await write({ "2_column": "CREATE TABLE other (n int); ALTER TABLE busy ADD COLUMN m int" });
    await client.query("BEGIN; SELECT count(*) FROM busy");
    await expect(apply({ lockWaitMs: 20, lockTriesMax: 3 })).rejects.toThrow(
      /2_column did not get a lock in 3 tries.*\nNothing of it was kept\. Deploy again/,
    );
    expect(lines.filter((line) => line.includes("Trying again")).length).toBe(2);
    await client.query("COMMIT");
    expect(await apply()).toEqual(["2_column"]);
  });

  it("applies an interrupted one again", async () => {
    await write({ "1_table": "CREATE TABLE one (n int)" });
    await apply();
    await client.query("DROP TABLE one");
    await cutOff("1_table");
    expect(await apply()).toEqual(["1_table"]);
    expect(lines).toEqual(["1_table was cut off. It is applied again."]);
    expect(await rows("SELECT * FROM one")).toEqual([]);
  });

  it("survives the loss of its connection in the middle", async () => {
    await write({ "1_table": "CREATE TABLE one (n int); SELECT pg_sleep(60)" });
    const applying = apply();
    const refused = expect(applying).rejects.toThrow(
      /connection broke during migration 1_table.*\nDeploy again/s,
    );
    await expect
      .poll(
        () =>
          rows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'migrations' AND query LIKE '%pg_sleep(60)%'`),
        { timeout: 15_000, interval: 10 },
      )
      .toHaveLength(1);
    await refused;
    await write({ "1_table": "CREATE TABLE one (n int)" });
    expect(await apply()).toEqual(["1_table"]);
  });
});

describe("a concurrent index", () => {
  const files = {
    "1_table": "CREATE TABLE t (n int); INSERT INTO t VALUES (1), (1);",
    "2_index": '-- by n;\nCREATE UNIQUE INDEX CONCURRENTLY "T idx" ON t (n);\n',
  };
  const indexes = () =>
    rows(
      `SELECT relname, indisvalid FROM pg_index JOIN pg_class ON oid = indexrelid WHERE relname = 'T idx'`,
    );

  it("leaves nothing behind when it fails, and is built once it can be", async () => {
    await write(files);
    await expect(apply()).rejects.toThrow(
      /2_index failed: could not create unique index "T idx".*outside of a transaction/s,
    );
    expect(await indexes()).toEqual([]);
    await client.query("DELETE FROM t");
    await resolveMigration(database, "2_index", "rolled-back", { directory });
    expect(await apply()).toEqual(["2_index"]);
    expect(await indexes()).toEqual([{ relname: "T idx", indisvalid: true }]);
  });

  it("replaces the invalid one left by a kill", async () => {
    await write({ "1_table": files["1_table"] });
    await apply();
    await expect(client.query(files["2_index"])).rejects.toThrow("could not create unique index");
    expect(await indexes()).toEqual([{ relname: "T idx", indisvalid: false }]);
    await client.query("DELETE FROM t");
    await client.query(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('a', 'b', '2_index')",
    );
    await write(files);
    expect(await apply()).toEqual(["2_index"]);
    expect(await indexes()).toEqual([{ relname: "T idx", indisvalid: true }]);
  });

  it("counts as built if only its record was lost, and so does its drop", async () => {
    await write({ "1_table": "CREATE TABLE t (n int);", "2_index": files["2_index"] });
    await apply();
    await cutOff("2_index");
    expect(await apply()).toEqual([]);
    expect(lines).toEqual(["2_index was cut off. It had come to its end."]);
    await write({ "3_drop": 'DROP INDEX CONCURRENTLY "T idx"' });
    expect(await apply()).toEqual(["3_drop"]);
    await cutOff("3_drop");
    expect(await apply()).toEqual([]);
    expect(await open()).toEqual([]);
  });

  it("waits for earlier transactions, and says for which", async () => {
    await write({ "1_table": "CREATE TABLE t (n int);" });
    await apply();
    await write({ "2_index": files["2_index"] });
    const holder = new pg.Client({ connectionString: database, application_name: "reporter" });
    await holder.connect();
    await holder.query("BEGIN; INSERT INTO t VALUES (7)");
    const applying = apply({ lockWaitMs: 1, lockTriesMax: 1 });
    await expect
      .poll(() => lines.find((line) => line.startsWith("2_index waits for reporter")), {
        timeout: 15_000,
        interval: 10,
      })
      .toMatch(/INSERT INTO t/);
    await holder.query("COMMIT");
    await holder.end();
    expect(await applying).toEqual(["2_index"]);
  });
});

describe("a migration that failed", () => {
  const broken = {
    "1_table": "CREATE TABLE t (n int);",
    "2_broken": "SELECT 1;\nALTER TABLE nowhere ADD COLUMN n int;",
  };
  const words =
    /^Migration 2_broken failed.*: relation "nowhere" does not exist.*Postgres has undone all of it.*db:resolve -- --rolled-back 2_broken.*db:resolve -- --applied 2_broken/s;

  it("blocks all later ones until it is resolved, and each attempt says why and what to do", async () => {
    await write(broken);
    await expect(apply()).rejects.toThrow(words);
    await write({ "2_broken": "SELECT 1", "3_later": "CREATE TABLE later (n int)" });
    await expect(apply()).rejects.toThrow(words);
    expect(await failedMigrations(database, directory)).toEqual([expect.stringMatching(words)]);
    expect(await rows("SELECT to_regclass('later') AS later")).toEqual([{ later: null }]);
  });

  it("is retried once it is marked as rolled back", async () => {
    await write(broken);
    await expect(apply()).rejects.toThrow(words);
    await write({ "2_broken": "SELECT 1" });
    await resolveMigration(database, "2_broken", "rolled-back", { directory });
    expect(await failedMigrations(database, directory)).toEqual([]);
    expect(await apply()).toEqual(["2_broken"]);
  });

  it("is skipped once it is marked as applied", async () => {
    await write({ ...broken, "3_later": "CREATE TABLE later (n int)" });
    await expect(apply()).rejects.toThrow(words);
    await resolveMigration(database, "2_broken", "applied", { directory });
    expect(await apply()).toEqual(["3_later"]);
  });

  it("is resolved by words that mean something only: a misspelt one was taken for none, and nothing was said", () => {
    for (const words of [["--roled-back", "1_table"], ["--applied"], ["--applied", ""]]) {
      const args = ["--import", "tsx", "lib/server/migrate.ts", "resolve", ...words];
      const env = { ...process.env, DATABASE_URL: database };
      const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
      expect([status, stderr]).toEqual([2, expect.stringContaining("Usage:")]);
    }
  });

  it("is the only kind that can be resolved, apart from one whose changes were made before", async () => {
    await write({ "1_table": "CREATE TABLE t (n int)" });
    const resolve = (name: string, as: "applied" | "rolled-back") =>
      resolveMigration(database, name, as, { directory });
    await expect(resolve("9_nowhere", "applied")).rejects.toThrow("There is no migration 9_nowhere");
    await expect(resolve("1_table", "rolled-back")).rejects.toThrow("1_table has not failed");
    await resolve("1_table", "applied");
    await expect(resolve("1_table", "applied")).rejects.toThrow("1_table is applied already");
    expect(await apply()).toEqual([]);
    expect(await rows("SELECT to_regclass('t') AS t")).toEqual([{ t: null }]);
  });
});
