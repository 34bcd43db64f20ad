import pg from "pg";

/**
 * One connection for work that may take long, without limits of time; ended when the work is.
 * @param name how the database's list of sessions calls it
 * @throws what `use` throws, and an error of `pg` where the server can't be reached
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
  });
  // A connection that breaks fails its query too; unheard, the event would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(
      "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = 0",
    );
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}
