import pg from "pg";

/** Far more than a busy server needs: whatever else is at the address may never answer. */
const CONNECT_MS_MAX = 30_000;

/**
 * Opens one connection for work that may take long, without timeouts, and closes it afterwards.
 * @param name its name in the database's list of sessions
 * @throws what `use` throws, and an error of `pg` if the server can't be reached
 */
export async function withSession<T>(
  databaseUrl: string,
  name: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS_MAX,
  });
  // A connection that breaks fails its query too; without a listener, the event would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(
      "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0",
    );
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}
