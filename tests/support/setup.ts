import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { closeDatabase } from "@/lib/platform/database";

/*
 * Each test file works in a database of its own, copied from the migrated template, so that files know nothing of each
 * other.
 */

const template = new URL(inject("templateUrl"));
const name = `t_${process.pid}_${randomBytes(4).toString("hex")}`;
const admin = new URL(template);
admin.pathname = "/postgres";

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  await client.query(sql);
  await client.end();
}

await asAdmin(`CREATE DATABASE ${name} TEMPLATE template_service`);
const own = new URL(template);
own.pathname = `/${name}`;

process.env.DATABASE_URL = own.href;

afterAll(async () => {
  await closeDatabase();
  await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
});
