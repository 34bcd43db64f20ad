import { setTimeout as sleep } from "node:timers/promises";
import { engine } from "@/lib/jobs/engine";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { directDatabaseUrl, SettingsError } from "@/lib/platform/env";
import { judgeMigrations } from "@/lib/platform/migration-rules";
import {
  applyMigrations,
  failedMigrations,
  MigrationError,
  migrationFiles,
  resolveMigration,
} from "@/lib/platform/migrations";
import { nameOfDirectUrl, requireDirectConnection } from "@/lib/platform/pooler";
import { pendingSchemaSql, writeMigration } from "@/lib/platform/schema-engine";
import { databaseTrouble } from "@/lib/server/doctor/database-advice";
import { requireJobTables } from "@/lib/server/require-job-tables";
import { WRONG_SETTINGS } from "@/lib/server/require-settings";
import { USAGES } from "@/lib/server/usages.mjs";

/*
 * npm run db:deploy           applies what is missing to DATABASE_URL (or to the embedded server)
 * npm run db:migration NAME   writes what prisma/schema and lib/server/closed-sets.ts have over prisma/migrations as new
 *                             ones
 * npm run db:check            fails when the schema files hold a change that no migration carries, or when a migration
 *                             would hold up those who use the service; `rules` is the latter alone, without a database
 * npm run db:resolve          tells which migration failed and why; with --rolled-back NAME or --applied NAME settles it
 * npm run db:server           runs the embedded server alone until Ctrl-C, to dump or restore its database
 */

const SERVE_MS = 60_000;

async function deploy(url: string): Promise<void> {
  const applied = await applyMigrations(url, { tell: console.log });
  // A web server that starts before the first worker adds jobs too.
  const { INNGEST_EVENT_KEY, INNGEST_DEV } = process.env;
  if (engine({ INNGEST_EVENT_KEY, INNGEST_DEV }) === "embedded") await requireJobTables(url);
  console.log(applied.length === 0 ? "Nothing to apply." : `Applied:\n  ${applied.join("\n  ")}`);
}

async function write(url: string, name: string): Promise<void> {
  const now = Date.now();
  const later = (seconds: number) => new Date(now + seconds * 1000);
  const written = [await writeMigration(await pendingSchemaSql(url), name, later(0))];
  const { pendingChecks } = await import("@/lib/server/closed-set-checks");
  const { change, validate } = await pendingChecks(url);
  written.push(await writeMigration(change.join(""), `${name} closed sets`, later(1)));
  written.push(await writeMigration(validate.join(""), `${name} closed sets are valid`, later(2)));
  const folders = written.filter((folder) => folder !== null);
  for (const folder of folders) {
    console.log(`Wrote prisma/migrations/${folder}/migration.sql; read it before you commit.`);
  }
  if (folders.length === 0) console.log("No change.");
}

/** Whether every migration keeps the rules. */
async function keepRules(): Promise<boolean> {
  const findings = judgeMigrations(await migrationFiles());
  for (const { migration, line, detail } of findings) {
    console.error(`prisma/migrations/${migration}/migration.sql:${line}\n  ${detail}`);
  }
  return findings.length === 0;
}

async function check(url: string): Promise<void> {
  const sql = await pendingSchemaSql(url);
  if (sql !== "") throw new MigrationError(`The schema has changes that no migration carries:\n${sql}`);
  const { pendingChecks } = await import("@/lib/server/closed-set-checks");
  const { change, validate } = await pendingChecks(url);
  const checks = [...change, ...validate].join("");
  if (checks !== "")
    throw new MigrationError(`Closed sets have changes that no migration carries:\n${checks}`);
  console.log("Schema and migrations agree.");
}

/** With a name, what `db:resolve` is to settle it as. */
const SETTLINGS = ["--rolled-back", "--applied"];

async function resolve(url: string, how: string | undefined, name: string | undefined): Promise<void> {
  if (name) {
    await resolveMigration(url, name, how === "--applied" ? "applied" : "rolled-back", {
      tell: console.log,
    });
    console.log(
      how === "--applied"
        ? `${name} counts as applied.`
        : `${name} counts as not applied. npm run db:deploy tries it again.`,
    );
    return;
  }
  const failed = await failedMigrations(url);
  if (failed.length > 0) throw new MigrationError(failed.join("\n\n"));
  console.log("No migration has failed.");
}

async function serve(url: string): Promise<void> {
  console.log(`The database is at ${url}\nCtrl-C stops it.`);
  const asked = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => asked.abort());
  // Waiting for a signal alone would keep no process alive.
  while (!asked.signal.aborted) await sleep(SERVE_MS, undefined, { signal: asked.signal }).catch(() => {});
}

/** What to do with a database; undefined when the words make no sense. */
function work(verb?: string, first?: string, second?: string): ((url: string) => Promise<void>) | undefined {
  if (verb === "deploy") return deploy;
  if (verb === "new" && first) return (url) => write(url, first);
  if (verb === "check") return check;
  if (verb === "serve") return serve;
  if (verb === "resolve" && (first === undefined || (SETTLINGS.includes(first) && second))) {
    return (url) => resolve(url, first, second);
  }
  return undefined;
}

async function main(verb?: string, first?: string, second?: string): Promise<number> {
  if (verb === "rules") return (await keepRules()) ? 0 : 1;
  const toDo = work(verb, first, second);
  if (!toDo) {
    console.error(USAGES.migrate);
    return 2;
  }
  if (verb === "check" && !(await keepRules())) return 1;
  const given = directDatabaseUrl(process.env);
  const embedded = given ? null : await startEmbeddedPostgres(process.env.DATA_DIR || ".data");
  try {
    // A pooler in between would hand the lock that deploys take to whoever comes next.
    if (given) await requireDirectConnection(given, nameOfDirectUrl(process.env));
    await toDo(given ?? embedded?.url ?? "");
    return 0;
  } catch (error) {
    const line =
      databaseTrouble(error, process.env) ?? (error instanceof MigrationError ? error.message : null);
    if (line === null) throw error;
    console.error(line);
    return 1;
  } finally {
    if (embedded?.startedHere) await embedded.stop();
  }
}

process.exitCode = await main(...process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  return WRONG_SETTINGS;
});
