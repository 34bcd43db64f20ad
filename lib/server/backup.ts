import { existsSync } from "node:fs";
import path from "node:path";
import { BackupError } from "@/lib/server/backup/backup-error";
import { fileAndSwitch, runCommand } from "@/lib/server/backup/command";
import { withDatabase } from "@/lib/server/backup/with-database";
import { writeBackup } from "@/lib/server/backup/write-backup";
import { USAGES } from "@/lib/server/usages.mjs";

/*
 * npm run backup -- FILE [--with-keys]
 *
 * Writes all that the service holds into one file, while it runs. With --with-keys the file holds JWT_SECRET and
 * ENCRYPTION_KEYS too, and is as secret as they are.
 */

const KIB = 1024;
const MIB = 1024 * KIB;

async function main(): Promise<void> {
  const { file, isOn: withKeys } = fileAndSwitch(process.argv.slice(2), USAGES.backup, "with-keys");
  const dataDir = process.env.DATA_DIR || ".data";
  if (!process.env.DATABASE_URL && !existsSync(path.join(dataDir, "secrets.json"))) {
    throw new BackupError(
      `There is no data in ${path.resolve(dataDir)}, and DATABASE_URL names no database.`,
    );
  }
  const bytes = await withDatabase((url) => writeBackup(url, file, { withKeys }, new Date()));
  const size = bytes < MIB ? `${Math.ceil(bytes / KIB)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`;
  console.log(`Backed up into ${file}, ${size}.`);
  console.log(
    withKeys
      ? "It holds the keys: whoever has the file can read all of it."
      : "It holds no keys: keep JWT_SECRET and ENCRYPTION_KEYS elsewhere, for without them what is encrypted in it stays so.",
  );
}

await runCommand(main);
