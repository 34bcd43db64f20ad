import { existsSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { sha256Hex } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { isApplied, readHistory } from "@/lib/platform/migration-history";
import { withSession } from "@/lib/platform/session";
import { listObjects, readObject } from "@/lib/platform/storage";
import { isStorageConfigured } from "@/lib/platform/storage-configured";
import { VERSION } from "@/lib/platform/version";
import { FORMAT, type Manifest, type Writer, writeArchive } from "@/lib/server/backup/archive";
import { BackupError } from "@/lib/server/backup/backup-error";
import { listSequences, listTables, type Table } from "@/lib/server/backup/tables";

/** Rows are written in parts of about this size, as an archive names the size of each part before it. */
const PART_BYTES = 4 * 1024 * 1024;

/** The ids of the keys in use, each with a mark that is the same for the same key alone. */
export function keyMarks(): Manifest["key_ids"] {
  return env().ENCRYPTION_KEYS.map(({ id, key }) => ({
    id,
    mark: sha256Hex(`backup ${id} ${key.toString("base64")}`).slice(0, 16),
  }));
}

async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held);
}

/** Returns how many rows were written. */
async function addTable(client: pg.Client, { name, columns }: Table, archive: Writer): Promise<number> {
  const rows = client.query(copyTo(`COPY (SELECT ${columns.join(", ")} FROM ${name}) TO STDOUT`));
  let part = 0;
  for await (const body of inParts(rows)) {
    await archive.add(`tables/${name}/${part}`, body);
    part += 1;
  }
  return rows.rowCount ?? 0;
}

/** Returns how many objects were written. What is deleted meanwhile is left out: no row of the copy's names it for long. */
async function addObjects(archive: Writer): Promise<number> {
  let count = 0;
  for await (const key of listObjects()) {
    const object = await readObject(key);
    if (!object) continue;
    const head = Buffer.from(JSON.stringify({ key, content_type: object.contentType }));
    await archive.add(`objects/${count}.json`, head);
    await archive.add(`objects/${count}`, object);
    count += 1;
  }
  return count;
}

async function writeAll(client: pg.Client, archive: Writer, withKeys: boolean, now: Date): Promise<void> {
  // Everything below sees the database as of this moment, whatever is written meanwhile.
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const history = await readHistory(client);
  const tables = await listTables(client);
  const { JWT_SECRET } = env();
  const manifest: Manifest = {
    format: FORMAT,
    version: VERSION,
    made_at: now.toISOString(),
    migrations: history.filter(isApplied).map((row) => row.migration_name),
    tables,
    sequences: await listSequences(client),
    key_ids: keyMarks(),
    has_objects: isStorageConfigured(),
    keys: withKeys ? { JWT_SECRET, ENCRYPTION_KEYS: process.env.ENCRYPTION_KEYS ?? "" } : null,
  };
  if (manifest.migrations.length === 0)
    throw new BackupError("This database holds nothing of the service yet.");
  await archive.add("manifest.json", Buffer.from(JSON.stringify(manifest)));
  const objects = manifest.has_objects ? await addObjects(archive) : 0;
  const rows: Record<string, number> = {};
  for (const table of tables) rows[table.name] = await addTable(client, table, archive);
  await archive.add("end.json", Buffer.from(JSON.stringify({ rows, objects })));
  await archive.end();
}

/**
 * Writes the whole installation into a file, from one snapshot, while it runs: every table, the waiting jobs, and the
 * files of its store. It blocks nobody. Without `withKeys`, encrypted values need the keys from elsewhere.
 * @returns the size of the file in bytes
 * @throws BackupError if the file exists already, or the database is empty
 */
export async function writeBackup(
  databaseUrl: string,
  file: string,
  { withKeys }: { withKeys: boolean },
  now: Date,
): Promise<number> {
  if (existsSync(file)) throw new BackupError(`${file} is there already. Name another.`);
  const unfinished = `${file}.part`;
  await rm(unfinished, { force: true });
  try {
    await withSession(databaseUrl, "backup", (client) =>
      writeAll(client, writeArchive(unfinished), withKeys, now),
    );
    await rename(unfinished, file);
    return (await stat(file)).size;
  } finally {
    await rm(unfinished, { force: true });
  }
}
