import { setTimeout as sleep } from "node:timers/promises";
import { type EmbeddedEngine, startEmbeddedEngine } from "@/lib/jobs/embedded";
import { engine } from "@/lib/jobs/engine";
import { WORKER_LAST_STEPS_MS, WORKER_STOP_GRACE_MS } from "@/lib/jobs/limits";
import { serveWorkerMetrics } from "@/lib/metrics/serve-worker";
import { startWatching } from "@/lib/metrics/start-watching";
import { closeDatabase, connectAsWorker, pool, saysUnreachable } from "@/lib/platform/database";
import { env, SettingsError } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { pendingMigrations } from "@/lib/platform/pending-migrations";
import { nameOfDirectUrl, requireDirectConnection } from "@/lib/platform/pooler";
import { flushTraces } from "@/lib/platform/tracing";
import { catalogue } from "@/lib/server/catalogue";
import { requireSettings, WRONG_SETTINGS } from "@/lib/server/require-settings";

/*
 * The worker process: runs the job catalogue on Postgres. Whoever starts it sets PROCESS_NAME=worker for the log, waits
 * for the line "worker ready", starts it again when it ends with a code other than 0, and lets it yield the processor to
 * the web server where they share a machine.
 */

const DATABASE_RETRY_MS = 1_000;
const MIGRATIONS_RETRY_MS = 5_000;

function fail(error: unknown, words: string): never {
  if (error instanceof SettingsError) {
    console.error(error.message);
    process.exit(WRONG_SETTINGS);
  }
  log.fatal({ err: error }, words);
  process.exit(1);
}

process.on("uncaughtException", (error) => fail(error, "the worker met an unexpected fault"));
process.on("unhandledRejection", (error) => fail(error, "the worker met an unexpected fault"));

requireSettings();
if (engine() === "inngest") {
  console.log("Inngest runs the jobs of this service; no worker is needed.");
  process.exit(0);
}
connectAsWorker();
await startWatching("worker");
serveWorkerMetrics();

let stopping = false;
let running: EmbeddedEngine | undefined;

/** Without the time limit that `/health` has: a slow answer on a busy machine must not end the process. */
async function isMigrated(): Promise<boolean> {
  return (await pendingMigrations(async (text) => (await pool().query(text)).rows)).length === 0;
}

/**
 * A database that is away, or not migrated yet, is waited for: whoever starts this process would give up after some
 * tries.
 */
async function startWhenReachable(): Promise<EmbeddedEngine> {
  for (;;) {
    try {
      const { DIRECT_DATABASE_URL } = env();
      await requireDirectConnection(DIRECT_DATABASE_URL, nameOfDirectUrl(process.env));
      if (await isMigrated()) return await startEmbeddedEngine(catalogue);
      log.warn("the worker waits for migrations: npm run start:migrate applies them");
      await sleep(MIGRATIONS_RETRY_MS);
    } catch (error) {
      if (!saysUnreachable(error)) fail(error, "the worker could not start");
      log.warn({ reason: String(error) }, "the worker waits for the database");
      await sleep(DATABASE_RETRY_MS);
    }
  }
}

const stop = async (signal: NodeJS.Signals) => {
  // A terminal and the launcher may both pass the same signal on.
  if (stopping) return;
  stopping = true;
  log.info({ signal }, "the worker stops");
  setTimeout(() => process.exit(1), WORKER_STOP_GRACE_MS + WORKER_LAST_STEPS_MS).unref();
  await running?.stop();
  await Promise.all([closeDatabase(), flushTraces()]);
  process.exit(0);
};
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);

running = await startWhenReachable();
console.log("worker ready");
running.ended
  .then(() => {
    // Only `stop` ends it without an error, and ends the process itself.
    if (!stopping) throw new Error("The job engine ended");
  })
  .catch((error) => {
    if (!stopping) fail(error, "the worker can't go on");
  });
