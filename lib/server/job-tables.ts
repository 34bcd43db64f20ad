import { runMigrations } from "graphile-worker";

/** Makes the tables of the embedded job engine, or brings them up to date. */
export async function makeJobTables(connectionString: string): Promise<void> {
  await runMigrations({ connectionString });
}
