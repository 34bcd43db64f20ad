import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { directDatabaseUrl } from "@/lib/platform/env";
import { embeddedSecrets } from "@/lib/server/secrets";

/**
 * Works on the database that the settings name, straight and not through a pooler; on the embedded one, with its secrets,
 * where they name none. The embedded server is started for it unless it runs.
 */
export async function withDatabase<T>(use: (databaseUrl: string) => Promise<T>): Promise<T> {
  const given = directDatabaseUrl(process.env);
  if (given) return use(given);
  const dataDir = process.env.DATA_DIR || ".data";
  const server = await startEmbeddedPostgres(dataDir);
  try {
    for (const [name, value] of Object.entries(await embeddedSecrets(dataDir))) process.env[name] ||= value;
    process.env.DATABASE_URL = server.url;
    return await use(server.url);
  } finally {
    if (server.startedHere) await server.stop();
  }
}
