import pg from "pg";
import { SettingsError } from "@/lib/platform/env";

const ANSWER_MS_MAX = 5_000;
const OTHERS_MAX = 5;

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2 * ANSWER_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
  });
  client.on("error", () => {});
  await client.connect().catch((error: unknown) => {
    // A connection that failed halfway would keep the process alive for as long as the server waits for more.
    client.end().catch(() => {});
    throw error;
  });
  return client;
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}

/**
 * Whether a connection to `url` may switch to another server connection after each transaction, as behind PgBouncer in
 * transaction mode: others keep transactions open on the idle server connections, one after another, until one of them
 * has taken the connection's own. A pooler in session mode does not count.
 */
async function sharesConnections(url: string): Promise<boolean> {
  const one = await connect(url);
  const others: pg.Client[] = [];
  try {
    const first = await backendOf(one);
    // A pooler reports a process id of its own making.
    if (first === (one as unknown as { processID: number }).processID) return false;
    while (others.length < OTHERS_MAX) {
      try {
        const other = await connect(url);
        others.push(other);
        await other.query("BEGIN");
      } catch {
        // A pooler with few connections, each kept for the session.
        return false;
      }
      const during = await backendOf(one).catch(() => 0);
      if (during !== first) return true;
    }
    return false;
  } finally {
    for (const client of [one, ...others]) client.end().catch(() => {});
  }
}

/**
 * Refuses an address at which nothing outlasts a transaction: the worker could not listen for jobs, and migrations
 * could not lock.
 * @param setting the setting that has the address, for the error
 * @throws SettingsError in one line; or an error of `pg` if the server can't be reached
 */
export async function requireDirectConnection(url: string, setting: string): Promise<void> {
  if (!(await sharesConnections(url))) return;
  throw new SettingsError(
    `${setting} leads to a pooler in transaction mode. Set DIRECT_DATABASE_URL to the address of the Postgres server itself, for the worker and for migrations.`,
  );
}

/** The name of the setting with the server's direct address. */
export function nameOfDirectUrl(settings: Record<string, string | undefined>): string {
  return settings.DIRECT_DATABASE_URL ? "DIRECT_DATABASE_URL" : "DATABASE_URL";
}
