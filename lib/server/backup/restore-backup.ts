import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { isApplied, readHistory } from "@/lib/platform/migration-history";
import { applyMigrations, MIGRATIONS_DIR, migrationFiles } from "@/lib/platform/migrations";
import { withSession } from "@/lib/platform/session";
import { putObject } from "@/lib/platform/storage";
import { isStorageConfigured } from "@/lib/platform/storage-configured";
import { VERSION } from "@/lib/platform/version";
import { End, type Entry, Manifest, ObjectHead, readArchive, readWhole } from "@/lib/server/backup/archive";
import { BackupError } from "@/lib/server/backup/backup-error";
import { references, type Table, tablesWithTriggers } from "@/lib/server/backup/tables";
import { keyMarks } from "@/lib/server/backup/write-backup";
import { makeJobTables } from "@/lib/server/job-tables";

type Tell = (line: string) => void;

/**
 * What a backup says of itself.
 * @throws BackupError when it is none, or of a version that came after this one
 */
export async function readManifest(file: string): Promise<Manifest> {
  for await (const { name, chunks } of readArchive(file)) {
    const read =
      name === "manifest.json" ? Manifest.safeParse(JSON.parse((await readWhole(chunks)).toString())) : null;
    if (!read?.success) break;
    const known = new Set((await migrationFiles()).map((migration) => migration.name));
    const unknown = read.data.migrations.filter((migration) => !known.has(migration));
    if (unknown.length === 0) return read.data;
    throw new BackupError(
      `${file} was made by version ${read.data.version}, which knows ${unknown.length} migrations that this one (${VERSION}) does not. Restore it with that version or a later one.`,
    );
  }
  throw new BackupError(`${file} is no backup of this service.`);
}

/** @throws BackupError when a key is missing that what is encrypted needs */
function requireKeys(file: string, { key_ids: needed, keys }: Manifest): void {
  const ours = keyMarks();
  const lacking = needed.filter(({ id, mark }) => !ours.some((key) => key.id === id && key.mark === mark));
  if (lacking.length === 0) return;
  const ids = lacking.map(({ id }) => id).join(", ");
  const way = keys
    ? `It holds them: restore it into a new data folder, or set JWT_SECRET and ENCRYPTION_KEYS as tar -xOzf ${file} manifest.json shows them.`
    : "Set JWT_SECRET and ENCRYPTION_KEYS as they were (of an embedded database: secrets.json in its data folder), or make the backup with --with-keys.";
  throw new BackupError(`ENCRYPTION_KEYS lacks the keys that this backup was made with: ${ids}. ${way}`);
}

/** Reads a backup to its end before anything is changed. @throws BackupError when it is cut off */
async function requireWhole(file: string): Promise<void> {
  let last = "";
  for await (const { name, chunks } of readArchive(file)) {
    for await (const _ of chunks);
    last = name;
  }
  if (last !== "end.json") throw new BackupError(`${file} is cut off.`);
}

/** @throws BackupError unless nothing is in the database that a restore would take the place of */
async function requireEmpty(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const { rows } = await client.query<{ tables: number; isOurs: boolean }>(
    `SELECT count(*)::int AS tables, to_regclass('public.developer') IS NOT NULL AS "isOurs"
     FROM pg_tables WHERE schemaname = 'public'`,
  );
  const { tables = 0, isOurs = false } = rows[0] ?? {};
  if (tables === 0) return;
  if (!isOurs)
    throw new BackupError("The database holds tables of something else. Restore into an empty one.");
  const held = await client.query<{ any: boolean }>(
    "SELECT EXISTS (SELECT FROM developer) OR EXISTS (SELECT FROM workspace) AS any",
  );
  if (held.rows[0]?.any) {
    throw new BackupError("The database holds people or workspaces already. Restore into an empty one.");
  }
  const applied = new Set((await readHistory(client)).filter(isApplied).map((row) => row.migration_name));
  if (applied.size !== migrations.length || migrations.some((name) => !applied.has(name))) {
    throw new BackupError("The database was migrated to another version already. Restore into an empty one.");
  }
}

/** Brings the database to where that of the backup was. */
async function migrateTo(databaseUrl: string, { migrations, tables }: Manifest, tell: Tell): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "restore-"));
  try {
    for (const name of migrations) {
      await cp(path.join(MIGRATIONS_DIR, name), path.join(folder, name), { recursive: true });
    }
    await applyMigrations(databaseUrl, { directory: folder, tell });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (tables.some(({ name }) => name.startsWith("graphile_worker."))) await makeJobTables(databaseUrl);
}

type Copying = { table: Table; rows: Writable & { rowCount?: number }; done: Promise<void> };

/** Puts the parts of tables into the database as they come. */
function tableWriter(client: pg.Client, tables: readonly Table[]) {
  const rows: Record<string, number> = Object.fromEntries(tables.map(({ name }) => [name, 0]));
  let copying: Copying | undefined;
  async function end(): Promise<void> {
    if (!copying) return;
    const { table, rows: stream, done } = copying;
    copying = undefined;
    stream.end();
    await done;
    rows[table.name] = stream.rowCount ?? 0;
  }
  async function write({ name, chunks }: Entry): Promise<void> {
    const tableName = name.split("/")[1];
    if (copying?.table.name !== tableName) {
      await end();
      const table = tables.find((one) => one.name === tableName);
      if (!table)
        throw new BackupError(`The backup holds rows of a table that it does not name: ${tableName}.`);
      const statement = `COPY ${table.name} (${table.columns.join(", ")}) FROM STDIN`;
      const rows = client.query(copyFrom(statement));
      copying = { table, rows, done: finished(rows, { readable: false }) };
      copying.done.catch(() => {});
    }
    if (!copying) return;
    const { rows: stream, done } = copying;
    for await (const chunk of chunks) {
      // A row that is refused breaks the stream, which is then never ready for more.
      if (!stream.write(chunk)) await Promise.race([once(stream, "drain"), done]);
    }
  }
  return { write, end, rows };
}

/** Fills tables and store. @throws BackupError when the archive ends before its end */
async function fill(
  client: pg.Client,
  file: string,
  manifest: Manifest,
  withObjects: boolean,
): Promise<void> {
  const tables = tableWriter(client, manifest.tables);
  let head: { key: string; content_type: string } | undefined;
  let objects = 0;
  for await (const entry of readArchive(file)) {
    if (entry.name.startsWith("tables/")) await tables.write(entry);
    else if (/^objects\/\d+\.json$/.test(entry.name)) {
      head = ObjectHead.parse(JSON.parse((await readWhole(entry.chunks)).toString()));
    } else if (entry.name.startsWith("objects/") && head) {
      const body = await readWhole(entry.chunks);
      if (withObjects) await putObject(head.key, head.content_type, body);
      objects += 1;
    } else if (entry.name === "end.json") {
      await tables.end();
      const end = End.parse(JSON.parse((await readWhole(entry.chunks)).toString()));
      const differs = Object.entries(end.rows).find(([name, count]) => tables.rows[name] !== count);
      if (!differs && end.objects === objects) return;
      throw new BackupError(`The backup is damaged: ${differs?.[0] ?? "an object"} is not whole in it.`);
    } else await readWhole(entry.chunks);
  }
  throw new BackupError(`${file} is cut off.`);
}

/**
 * Samples that the version before months stored may have no event key, and what was in one partition may now be in several:
 * outside of tracker_sample, which has a unique index, only keys tell that an event is stored.
 */
async function addEventKeys(client: pg.Client, { tables }: Manifest): Promise<void> {
  if (!tables.some(({ name }) => name === "public.tracker_event_sample")) return;
  await client.query(
    `INSERT INTO tracker_event_key (ts, device_number, hash)
     SELECT ts, tracker_device_number(device_id), tracker_event_hash(device_id, event_id) FROM tracker_event_sample
     WHERE tableoid <> 'tracker_sample'::regclass
     ON CONFLICT DO NOTHING`,
  );
}

/** Fills an empty database in one transaction: all of it, or nothing. */
async function fillAtOnce(
  client: pg.Client,
  file: string,
  manifest: Manifest,
  withObjects: boolean,
): Promise<void> {
  const { drop, make } = await references(client);
  const triggered = await tablesWithTriggers(client);
  const all = async (statements: string[]) => {
    for (const statement of statements) await client.query(statement);
  };
  await client.query("BEGIN");
  try {
    await all(drop);
    await all(triggered.map((name) => `ALTER TABLE ${name} DISABLE TRIGGER USER`));
    await all(manifest.tables.map(({ name }) => `TRUNCATE ${name}`));
    await fill(client, file, manifest, withObjects);
    await addEventKeys(client, manifest);
    await all(triggered.map((name) => `ALTER TABLE ${name} ENABLE TRIGGER USER`));
    await all(make);
    for (const [name, value] of Object.entries(manifest.sequences)) {
      await client.query("SELECT setval($1::regclass, $2::bigint)", [name, value]);
    }
    if (manifest.tables.some(({ name }) => name === "graphile_worker._private_jobs")) {
      // Whoever ran them is not here.
      await client.query("UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL");
      await client.query("UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL");
    }
    await client.query("COMMIT");
  } catch (error) {
    // A COPY under way takes no other statement: the connection's end undoes all of it, too.
    void client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/**
 * Restores a backup into an empty database and its files into the store, then migrates both to this version. A
 * file that is cut off changes nothing. The database is filled in one transaction: a failure leaves it without rows, and
 * can be tried again.
 * @param options.withObjects false skips the files
 * @throws BackupError if the backup is cut off, not a backup, or of a later version, if a key is missing, or if the
 * database contains data
 */
export async function restoreBackup(
  databaseUrl: string,
  file: string,
  { withObjects, tell }: { withObjects: boolean; tell: Tell },
): Promise<Manifest> {
  const manifest = await readManifest(file);
  requireKeys(file, manifest);
  if (manifest.has_objects && withObjects && !isStorageConfigured()) {
    throw new BackupError(
      "The backup holds files, and there is no store for them: set S3_ENDPOINT and the settings beside it, or leave them out with --without-objects.",
    );
  }
  await withSession(databaseUrl, "restore", async (client) => {
    await requireEmpty(client, manifest);
    await requireWhole(file);
    await migrateTo(databaseUrl, manifest, tell);
    await fillAtOnce(client, file, manifest, withObjects);
    await client.query("ANALYZE");
  });
  await applyMigrations(databaseUrl, { tell });
  return manifest;
}
