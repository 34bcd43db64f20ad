import pg from "pg";

/** Makes the job engine's tables if there are none: each worker upgrades them by itself. */
export async function requireJobTables(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: "launcher" });
  client.on("error", () => {});
  await client.connect();
  const query = "SELECT to_regclass('graphile_worker.migrations') IS NOT NULL AS found";
  const { rows } = await client.query<{ found: boolean }>(query).finally(() => client.end());
  if (rows[0]?.found) return;
  // Loaded for a first start only: it takes as long as all else that the launcher loads.
  const { makeJobTables } = await import("@/lib/server/job-tables");
  await makeJobTables(connectionString);
}
