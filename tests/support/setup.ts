import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { closeDatabase } from "@/lib/platform/database";

/*
 * Each test file works in a database of its own, copied from the migrated template, so that files know nothing of each
 * other. Settings are those of a configured deployment; a test that needs others says so itself.
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

Object.assign(process.env, {
  NODE_ENV: "test",
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  BASE_URL: "http://localhost:3000",
  DATABASE_URL: own.href,
  JWT_SECRET: "a-secret-of-the-tests-that-is-long-enough",
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
});

afterAll(async () => {
  await closeDatabase();
  await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`);
});
