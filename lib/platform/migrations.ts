import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import {
  BOOKKEEPING,
  type HistoryRow,
  hasFailed,
  isApplied,
  isOpen,
  markFinished,
  missing,
  readHistory,
} from "@/lib/platform/migration-history";
import type { MigrationFile } from "@/lib/platform/migration-rules";
import { type Concurrent, concurrentWork, splitStatements } from "@/lib/platform/migration-statements";
import { withSession } from "@/lib/platform/session";

/*
 * Applies migrations so that they block nobody and can be interrupted at any moment. Folders, bookkeeping table and the
 * key of the lock are Prisma's own: `prisma migrate` can take over where this left off, and vice versa.
 */

/** The name of these sessions in the database's list. */
const SESSION = "migrations";

export const MIGRATIONS_DIR = path.join(process.cwd(), "prisma", "migrations");

/** The database lock that is held while migrations are applied, the same as `prisma migrate` uses. */
const TURN_LOCK = 72_707_369;
const TURN_POLL_MS = 250;

/**
 * While a change waits for its lock, everyone else who wants that table waits behind it: so it waits no longer than
 * this.
 */
const LOCK_WAIT_MS = 2_000;
const LOCK_TRIES_MAX = 12;
const LOCK_RETRY_FIRST_MS = 1_000;
const LOCK_RETRY_MAX_MS = 30_000;

/** Postgres' error codes for a lock timeout and for a deadlock. */
const LOCK_TROUBLE = new Set(["55P03", "40P01"]);
const WATCH_POLL_MS = 250;
const TELL_EVERY_MS = 30_000;
const QUERY_SHOWN_CHARS = 80;

/** An error for the people who apply migrations: a text for the terminal that says what to do next. */
export class MigrationError extends Error {}

export type ApplyOptions = {
  /** Folder of folders with a `migration.sql` each. */
  directory?: string;
  /** Receives one line for each thing that is waited for. */
  tell?: (line: string) => void;
  lockWaitMs?: number;
  lockRetryFirstMs?: number;
  lockTriesMax?: number;
};

type Applying = Required<Omit<ApplyOptions, "directory">> & { client: pg.Client; databaseUrl: string };

/** All migrations, in the order in which they are applied. */
export async function migrationFiles(directory = MIGRATIONS_DIR): Promise<MigrationFile[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => ({
      name,
      sql: await readFile(path.join(directory, name, "migration.sql"), "utf8"),
    })),
  );
}

/**
 * Waits until no other process is applying migrations. It polls instead of waiting in one long query: that would be a
 * transaction, and the other process's CREATE INDEX CONCURRENTLY would wait for it to end.
 */
async function takeTurn(client: pg.Client, tell: (line: string) => void): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += TURN_POLL_MS) {
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [
      TURN_LOCK,
    ]);
    if (rows[0]?.taken) return;
    if (waitedMs % TELL_EVERY_MS === 0)
      tell("Another process is applying migrations; waiting until it is through.");
    await sleep(TURN_POLL_MS);
  }
}

/** The single statement of a file that Postgres refuses to run inside a transaction, or null. */
function loneConcurrentWork(sql: string): Concurrent | null {
  const [statement, ...others] = splitStatements(sql);
  return statement && others.length === 0 ? concurrentWork(statement) : null;
}

function howToResolve(name: string): string {
  return [
    "No migration is applied before this is resolved. Fix the cause, then",
    `  npm run db:resolve -- --rolled-back ${name}   and deploy again, to have it tried again, or`,
    `  npm run db:resolve -- --applied ${name}   when you have made its changes by hand.`,
  ].join("\n");
}

function whatIsLeft(sql: string): string {
  return loneConcurrentWork(sql)
    ? "It runs outside of a transaction; an unfinished index of it is dropped before it is tried again."
    : "Postgres has undone all of it.";
}

/** Postgres' message on one line, with the line of the script that it refers to. */
function reasonOf(error: unknown, sql: string): string {
  if (!(error instanceof Error)) return String(error);
  const { detail, hint, code, position } = error as pg.DatabaseError;
  const line = position ? sql.slice(0, Number(position) - 1).split("\n").length : null;
  const where = [code ? `SQLSTATE ${code}` : null, line ? `migration.sql, line ${line}` : null];
  const words = [error.message, detail, hint].filter(Boolean).join(". ");
  const known = where.filter(Boolean).join("; ");
  return known === "" ? words : `${words} (${known})`;
}

const isLockTrouble = (error: unknown) =>
  error instanceof Error && LOCK_TROUBLE.has(String((error as pg.DatabaseError).code));

/** Watches from a second connection what blocks the first one. */
async function watchWaits(applying: Applying, name: string) {
  const { client, databaseUrl, tell } = applying;
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const rest = () => sleep(WATCH_POLL_MS, undefined, { signal: ended.signal }).catch(() => {});
  const ended = new AbortController();
  let lastSeen = "";
  let toldAt = 0;
  const watch = async (watcher: pg.Client) => {
    while (!ended.signal.aborted) {
      const blockers = await watcher.query<{ words: string }>(
        `SELECT format('%s (process %s, %s, its transaction open for %s s): %s',
           coalesce(nullif(application_name, ''), backend_type), pid, coalesce(state, 'at work'),
           coalesce(extract(epoch FROM clock_timestamp() - xact_start)::int, 0),
           left(regexp_replace(query, '\\s+', ' ', 'g'), $2)) AS words
         FROM pg_stat_activity WHERE pid = ANY(pg_blocking_pids($1)) ORDER BY xact_start`,
        [rows[0]?.pid, QUERY_SHOWN_CHARS],
      );
      const words = blockers.rows.map((row) => row.words).join(", ");
      if (words !== "") {
        lastSeen = words;
        if (Date.now() - toldAt > TELL_EVERY_MS) {
          tell(`${name} waits for ${words}`);
          toldAt = Date.now();
        }
      }
      await rest();
    }
  };
  const watching = (async () => {
    // Most migrations finish before there is anything to see.
    await rest();
    if (!ended.signal.aborted) await withSession(databaseUrl, SESSION, watch);
    // Where looking on fails, only words are lost.
  })().catch(() => {});
  return {
    stop: async (): Promise<string> => {
      ended.abort();
      await watching;
      return lastSeen;
    },
  };
}

/**
 * Drops the invalid index that an interrupted CREATE INDEX CONCURRENTLY left: it slows every write and serves no read.
 */
async function dropInvalidIndex(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schema.nspname, index.relname) AS name
     FROM pg_index
     JOIN pg_class AS index ON index.oid = pg_index.indexrelid
     JOIN pg_namespace AS schema ON schema.oid = index.relnamespace
     WHERE index.relname = $1 AND index.relkind = 'i' AND NOT pg_index.indisvalid
       AND schema.nspname = ANY(current_schemas(false))`,
    [index],
  );
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
}

async function hasIndex(client: pg.Client, index: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_index JOIN pg_class ON pg_class.oid = pg_index.indexrelid
     WHERE relname = $1 AND indisvalid AND relnamespace = ANY(current_schemas(false)::regnamespace[])`,
    [index],
  );
  return rows.length > 0;
}

async function run({ client, lockWaitMs }: Applying, { sql }: MigrationFile, id: string): Promise<void> {
  const concurrent = loneConcurrentWork(sql);
  if (concurrent === null) {
    await client.query(`SET lock_timeout = ${lockWaitMs}`);
    // One message to Postgres is one transaction; the newline keeps a trailing comment from swallowing the mark.
    await client.query(`${sql}\n;${markFinished(id)}`);
    return;
  }
  // Nobody waits behind a concurrent change, so it may wait as long as needed.
  await client.query("SET lock_timeout = 0");
  if (concurrent.does === "create") await dropInvalidIndex(client, concurrent.index);
  try {
    await client.query(sql);
  } catch (error) {
    if (concurrent.does === "create") await dropInvalidIndex(client, concurrent.index).catch(() => {});
    throw error;
  }
  await client.query(markFinished(id));
}

/** Retries a migration until it has got its locks. */
async function runPatiently(applying: Applying, file: MigrationFile, id: string): Promise<void> {
  const { client, tell } = applying;
  for (let tries = 1; ; tries += 1) {
    const watch = await watchWaits(applying, file.name);
    try {
      await run(applying, file, id);
      await watch.stop();
      return;
    } catch (error) {
      const blockers = await watch.stop();
      await client.query("ROLLBACK").catch(() => {});
      if (!isLockTrouble(error)) throw error;
      const held = blockers === "" ? "" : `, held by ${blockers}`;
      if (tries >= applying.lockTriesMax) {
        throw new MigrationError(
          `Migration ${file.name} did not get a lock in ${tries} tries${held}.\nNothing of it was kept. Deploy again once that has ended.`,
        );
      }
      const waitMs = Math.min(applying.lockRetryFirstMs * 2 ** (tries - 1), LOCK_RETRY_MAX_MS);
      tell(`${file.name} did not get a lock${held}. Trying again in ${waitMs / 1000} s.`);
      await sleep(waitMs);
    }
  }
}

async function applyOne(applying: Applying, file: MigrationFile): Promise<void> {
  const { client } = applying;
  const id = randomUUID();
  await client.query("INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)", [
    id,
    createHash("sha256").update(file.sql).digest("hex"),
    file.name,
  ]);
  try {
    await runPatiently(applying, file, id);
  } catch (error) {
    if (error instanceof MigrationError) {
      await client.query("UPDATE _prisma_migrations SET rolled_back_at = now(), logs = $2 WHERE id = $1", [
        id,
        error.message,
      ]);
      throw error;
    }
    const reason = reasonOf(error, file.sql);
    // Without a connection the failure isn't recorded; as after a kill, the next deploy finds out how it ended.
    const noted = await client
      .query("UPDATE _prisma_migrations SET logs = $2 WHERE id = $1", [id, reason])
      .then(
        () => true,
        () => false,
      );
    throw new MigrationError(
      noted
        ? `Migration ${file.name} failed: ${reason}\n${whatIsLeft(file.sql)} ${howToResolve(file.name)}`
        : `The connection broke during migration ${file.name}: ${reason}\nDeploy again; it goes on from there.`,
      { cause: error },
    );
  }
}

/**
 * Resolves migrations that were interrupted by a kill or a lost connection. This process holds the lock, so nobody else
 * is applying them: those that were one transaction were rolled back; for the others, the index shows how they ended.
 */
async function settleInterrupted({ client, tell }: Applying, files: MigrationFile[], history: HistoryRow[]) {
  for (const row of history.filter((each) => isOpen(each) && !hasFailed(each))) {
    const file = files.find(({ name }) => name === row.migration_name);
    if (!file) continue;
    const work = loneConcurrentWork(file.sql);
    const isDone = work
      ? work.does !== "other" && (await hasIndex(client, work.index)) === (work.does === "create")
      : false;
    tell(`${file.name} was cut off. ${isDone ? "It had come to its end." : "It is applied again."}`);
    await client.query(
      isDone
        ? markFinished(row.id)
        : `UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id = '${row.id}'`,
    );
  }
}

function failureOf({ migration_name, started_at, logs }: HistoryRow, files: MigrationFile[]): string {
  const sql = files.find(({ name }) => name === migration_name)?.sql ?? "";
  return `Migration ${migration_name} failed on ${started_at.toISOString()}: ${logs}\n${whatIsLeft(sql)} ${howToResolve(migration_name)}`;
}

/**
 * Migrates the database to the newest version. Each migration is one transaction, unless it is a single statement that
 * works CONCURRENTLY. If a lock can't be had, it is retried with growing delays, so that nobody else waits for long. An
 * interrupted migration is applied again, and several processes that do this at once take turns.
 * @returns names of the migrations applied by this call, oldest first
 * @throws MigrationError that names the migration which failed, now or earlier, and says what to do
 */
export async function applyMigrations(databaseUrl: string, options: ApplyOptions = {}): Promise<string[]> {
  const files = await migrationFiles(options.directory);
  return withSession(databaseUrl, SESSION, async (client) => {
    const before = await readHistory(client);
    if (missing(files, before).length === 0 && !before.some(isOpen)) return [];
    const applying: Applying = {
      client,
      databaseUrl,
      tell: options.tell ?? (() => {}),
      lockWaitMs: options.lockWaitMs ?? LOCK_WAIT_MS,
      lockRetryFirstMs: options.lockRetryFirstMs ?? LOCK_RETRY_FIRST_MS,
      lockTriesMax: options.lockTriesMax ?? LOCK_TRIES_MAX,
    };
    await takeTurn(client, applying.tell);
    await client.query(BOOKKEEPING);
    const history = await readHistory(client);
    const failed = history.find(hasFailed);
    if (failed) throw new MigrationError(failureOf(failed, files));
    await settleInterrupted(applying, files, history);
    const pending = missing(files, await readHistory(client));
    // Half of the time on an empty database was waiting for the disk, once for each migration. Postgres writes commits in
    // their order, so that a crash takes back the newest alone, with their marks; the last commit waits for all of them.
    for (const file of pending) {
      await client.query(`SET synchronous_commit = ${file === pending.at(-1) ? "on" : "off"}`);
      await applyOne(applying, file);
    }
    return pending.map(({ name }) => name);
  });
}

/** Descriptions of the migrations that failed and must be resolved by someone. */
export async function failedMigrations(databaseUrl: string, directory?: string): Promise<string[]> {
  const files = await migrationFiles(directory);
  const history = await withSession(databaseUrl, SESSION, readHistory);
  return history.filter(hasFailed).map((row) => failureOf(row, files));
}

/**
 * Marks a failed migration either as undone, so that it can be tried again, or as applied, because its changes were
 * made by hand, for example on a database that is older than its migrations.
 * @throws MigrationError if there is no such migration, or nothing to resolve
 */
export async function resolveMigration(
  databaseUrl: string,
  name: string,
  as: "applied" | "rolled-back",
  options: Pick<ApplyOptions, "directory" | "tell"> = {},
): Promise<void> {
  const file = (await migrationFiles(options.directory)).find((each) => each.name === name);
  await withSession(databaseUrl, SESSION, async (client) => {
    await takeTurn(client, options.tell ?? (() => {}));
    await client.query(BOOKKEEPING);
    const rows = (await readHistory(client)).filter((row) => row.migration_name === name);
    if (!file && rows.length === 0) throw new MigrationError(`There is no migration ${name}.`);
    if (rows.some(isApplied)) throw new MigrationError(`Migration ${name} is applied already.`);
    if (as === "rolled-back" && !rows.some(isOpen)) {
      throw new MigrationError(`Migration ${name} has not failed: there is nothing to resolve.`);
    }
    if (as === "applied" && !file) {
      throw new MigrationError(
        `Migration ${name} is not among the files, so that it can't be marked applied.`,
      );
    }
    await client.query("BEGIN");
    await client.query(
      "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL",
      [name],
    );
    if (as === "applied" && file) {
      await client.query(
        "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ($1, $2, $3, now())",
        [randomUUID(), createHash("sha256").update(file.sql).digest("hex"), name],
      );
    }
    await client.query("COMMIT");
  });
}
