import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { makeDataDir } from "@/lib/platform/embedded-postgres";
import { BackupError } from "@/lib/server/backup/backup-error";
import { readManifest } from "@/lib/server/backup/restore-backup";

/**
 * Restores with a backup's keys as those of a data folder that has none. They go again if the restore fails: the next
 * backup that is tried there may have others.
 */
export async function withKeysOf<T>(file: string, dataDir: string, restore: () => Promise<T>): Promise<T> {
  const secrets = path.resolve(dataDir, "secrets.json");
  if (process.env.DATABASE_URL || existsSync(secrets)) return restore();
  const { keys } = await readManifest(file);
  if (!keys && process.env.ENCRYPTION_KEYS) return restore();
  if (!keys) {
    throw new BackupError(
      `This backup holds no keys. Put the secrets.json of the data folder that it was made of at ${secrets}, or set JWT_SECRET and ENCRYPTION_KEYS as they were.`,
    );
  }
  await makeDataDir(path.dirname(secrets));
  await writeFile(secrets, JSON.stringify(keys, null, 2), { mode: 0o600, flag: "wx" });
  try {
    return await restore();
  } catch (error) {
    await rm(secrets);
    throw error;
  }
}
