import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runMigrations as installJobTables } from "graphile-worker";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { applyMigrations } from "@/lib/platform/migrations";

declare module "vitest" {
  interface ProvidedContext {
    /** A migrated database that each test worker copies. */
    templateUrl: string;
  }
}

/** One real Postgres server for the run, with a migrated template database. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(path.join(tmpdir(), "wps-tests-"));
  const server = await startEmbeddedPostgres(dataDir);
  const template = new URL(server.url);
  template.pathname = "/template_service";
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query("ALTER SYSTEM SET fsync = off");
  await client.query("SELECT pg_reload_conf()");
  await client.query("CREATE DATABASE template_service");
  await client.end();
  await applyMigrations(template.href);
  await installJobTables({ connectionString: template.href });
  project.provide("templateUrl", template.href);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
