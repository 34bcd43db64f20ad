import { existsSync } from "node:fs";
import { withKeysOf } from "@/lib/server/backup/adopt-keys";
import { BackupError } from "@/lib/server/backup/backup-error";
import { fileAndSwitch, runCommand } from "@/lib/server/backup/command";
import { restoreBackup } from "@/lib/server/backup/restore-backup";
import { withDatabase } from "@/lib/server/backup/with-database";
import { USAGES } from "@/lib/server/usages.mjs";

/*
 * npm run restore -- FILE [--without-objects]
 *
 * Puts a backup into an empty database and store, and brings it to this version. Keys that it holds become those of the
 * embedded database, where that has none; with DATABASE_URL they are the settings' to have.
 */

async function main(): Promise<void> {
  const { file, isOn: withoutObjects } = fileAndSwitch(
    process.argv.slice(2),
    USAGES.restore,
    "without-objects",
  );
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  const { version, made_at: madeAt } = await withKeysOf(file, process.env.DATA_DIR || ".data", () =>
    withDatabase((url) => restoreBackup(url, file, { withObjects: !withoutObjects, tell: console.log })),
  );
  console.log(`Restored the data of version ${version} as of ${madeAt}.`);
  console.log(
    "Start it only once the service that was backed up has stopped: both would send the same webhooks.",
  );
}

await runCommand(main);
