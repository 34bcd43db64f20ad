import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runMigrations as installJobTables } from "graphile-worker";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { applyMigrations } from "@/lib/platform/migrations";

/**
 * Runs `measure` with a database of its own and the settings of production. Settings are read on first use, so whatever
 * reads them must be loaded within `measure`.
 */
export async function withDatabase(measure: () => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "wps-bench-"));
  const postgres = await startEmbeddedPostgres(dataDir);
  try {
    await applyMigrations(postgres.url);
    await installJobTables({ connectionString: postgres.url });
    Object.assign(process.env, {
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      BASE_URL: "http://localhost:3000",
      DATABASE_URL: postgres.url,
      JWT_SECRET: "a-secret-of-the-bench-that-is-long-enough",
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
    });
    await measure();
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
