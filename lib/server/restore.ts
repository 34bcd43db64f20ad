import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { makeDataDir } from "@/lib/platform/embedded-postgres";
import { BackupError } from "@/lib/server/backup/backup-error";
import { fileAndSwitch, runCommand } from "@/lib/server/backup/command";
import { readManifest, restoreBackup } from "@/lib/server/backup/restore-backup";
import { withDatabase } from "@/lib/server/backup/with-database";

/*
 * npm run restore -- FILE [--without-objects]
 *
 * Puts a backup into an empty database and store, and brings it to this version. Keys that it holds become those of the
 * embedded database, where that has none; with DATABASE_URL they are the settings' to have.
 */

const USAGE = "Usage: npm run restore -- FILE [--without-objects]";

/** Gives a new data folder the keys of the backup. */
async function adoptKeys(file: string): Promise<void> {
  const secrets = path.resolve(process.env.DATA_DIR || ".data", "secrets.json");
  if (process.env.DATABASE_URL || existsSync(secrets)) return;
  const { keys } = await readManifest(file);
  if (!keys && process.env.ENCRYPTION_KEYS) return;
  if (!keys) {
    throw new BackupError(
      `This backup holds no keys. Put the secrets.json of the data folder that it was made of at ${secrets}, or set JWT_SECRET and ENCRYPTION_KEYS as they were.`,
    );
  }
  await makeDataDir(path.dirname(secrets));
  await writeFile(secrets, JSON.stringify(keys, null, 2), { mode: 0o600, flag: "wx" });
}

async function main(): Promise<void> {
  const { file, isOn: withoutObjects } = fileAndSwitch(process.argv.slice(2), USAGE, "without-objects");
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  await adoptKeys(file);
  const { version, made_at: madeAt } = await withDatabase((url) =>
    restoreBackup(url, file, { withObjects: !withoutObjects, tell: console.log }),
  );
  console.log(`Restored the data of version ${version} as of ${madeAt}.`);
  console.log(
    "Start it only once the service that was backed up has stopped: both would send the same webhooks.",
  );
}

await runCommand(main);
