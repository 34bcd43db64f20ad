import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { SettingsError } from "@/lib/platform/env";
import { BackupError } from "@/lib/server/backup/backup-error";
import { withDatabase } from "@/lib/server/backup/with-database";
import { writeBackup } from "@/lib/server/backup/write-backup";
import { WRONG_SETTINGS } from "@/lib/server/require-settings";

/*
 * npm run backup -- FILE [--with-keys]
 *
 * Writes all that the service holds into one file, while it runs. With --with-keys the file holds JWT_SECRET and
 * ENCRYPTION_KEYS too, and is as secret as they are.
 */

const USAGE = "Usage: npm run backup -- FILE [--with-keys]";
const MIB = 1024 * 1024;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { "with-keys": { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new BackupError(USAGE);
  const dataDir = process.env.DATA_DIR || ".data";
  if (!process.env.DATABASE_URL && !existsSync(path.join(dataDir, "secrets.json"))) {
    throw new BackupError(
      `There is no data in ${path.resolve(dataDir)}, and DATABASE_URL names no database.`,
    );
  }
  const bytes = await withDatabase((url) =>
    writeBackup(url, file, { withKeys: values["with-keys"] }, new Date()),
  );
  console.log(`Backed up into ${file}, ${(bytes / MIB).toFixed(1)} MiB.`);
  console.log(
    values["with-keys"]
      ? "It holds the keys: whoever has the file can read all of it."
      : "It holds no keys: keep JWT_SECRET and ENCRYPTION_KEYS elsewhere, for without them what is encrypted in it stays so.",
  );
}

await main().catch((error: Error) => {
  const isKnown = error instanceof BackupError || error instanceof SettingsError;
  console.error(isKnown ? error.message : error);
  process.exitCode = error instanceof SettingsError ? WRONG_SETTINGS : 1;
});
