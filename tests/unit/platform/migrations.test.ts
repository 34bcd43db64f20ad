import pg from "pg";
import { describe, expect, it } from "vitest";
import { applyMigrations, pendingSchemaSql } from "@/lib/platform/migrations";

const url = () => process.env.DATABASE_URL ?? "";

async function freshDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url() });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const fresh = new URL(url());
  fresh.pathname = `/${name}`;
  return fresh.href;
}

describe("migrations", () => {
  it("hold every change of the schema files", async () => {
    expect(await pendingSchemaSql(url())).toBe("");
  });

  it("are applied once, in order, and found applied the next time", async () => {
    const fresh = await freshDatabase(`fresh_${process.pid}`);
    const applied = await applyMigrations(fresh);
    expect(applied.length).toBeGreaterThan(0);
    expect(applied).toEqual(applied.toSorted());
    expect(await applyMigrations(fresh)).toEqual([]);
  });

  it("refuse to go on after one was edited or failed half-way, and say which", async () => {
    const fresh = await freshDatabase(`failed_${process.pid}`);
    const [first] = await applyMigrations(fresh);
    const client = new pg.Client({ connectionString: fresh });
    await client.connect();
    await client.query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1", [first]);
    await client.end();
    await expect(applyMigrations(fresh)).rejects.toThrow(first);
  });
});
