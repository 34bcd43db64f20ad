import pg from "pg";

/** Makes the tables of the embedded job engine, or brings them up to date. */
export async function makeJobTables(connectionString: string): Promise<void> {
  // Loaded for a first start only: it takes as long as all else that the launcher loads.
  const { runMigrations } = await import("graphile-worker");
  await runMigrations({ connectionString });
}

/** Makes them if there are none: each worker upgrades them by itself. */
export async function requireJobTables(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: "launcher" });
  client.on("error", () => {});
  await client.connect();
  const query = "SELECT to_regclass('graphile_worker.migrations') IS NOT NULL AS found";
  const { rows } = await client.query<{ found: boolean }>(query).finally(() => client.end());
  if (!rows[0]?.found) await makeJobTables(connectionString);
}
