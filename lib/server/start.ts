import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { engine } from "@/lib/jobs/engine";
import { type EmbeddedServer, makeDataDir, startEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { type Settings, SettingsError } from "@/lib/platform/env";
import { applyMigrations } from "@/lib/platform/migrations";
import { nameOfDirectUrl, requireDirectConnection } from "@/lib/platform/pooler";
import { buildIfStale, builtConfig } from "@/lib/server/build";
import { lockDataDir } from "@/lib/server/data-dir-lock";
import { databaseTrouble } from "@/lib/server/doctor/database-advice";
import { loadEnvFile } from "@/lib/server/env-file.mjs";
import { LOOPBACK, listenHost, requireFreePort } from "@/lib/server/ports";
import { requireJobTables } from "@/lib/server/require-job-tables";
import { readBeforeStart, WRONG_SETTINGS } from "@/lib/server/require-settings";
import { embeddedSecrets } from "@/lib/server/secrets";
import { BACKGROUND_NICENESS, type Program, type Supervised, supervise } from "@/lib/server/supervise";
import { usageAskedFor } from "@/lib/server/usages.mjs";

/*
 * npm start      database, migrations, build, web server, worker and local sign-in, in one command
 * npm run dev    the same with hot reload
 */

const SIGNAL_ECHO_MS = 500;
const PARENT_POLL_MS = 500;
const DATABASE_WAIT_S = 86_400;
const DATABASE_SLOW_MS = 60_000;
const DATABASE_RESTART_INITIAL_MS = 500;
const DATABASE_RESTART_MS_MAX = 15_000;

const isDev = process.argv.includes("--dev");

// `npm run dev` runs this file itself; of the programs `run.mjs` says it.
const usage = usageAskedFor("start", process.argv);
if (usage !== null) {
  console.log(usage);
  process.exit(0);
}

/** What is running or coming up, in the order of its start: noted before it is waited for, and stopped from the end. */
const running: { stop(): Promise<void>; kill?(): void }[] = [];
const building = new AbortController();
let stopping: Promise<void> | undefined;

/**
 * Stops what runs, newest first: the web server finishes its requests before the worker, and both before their
 * database.
 */
function stop(exitCode: number): Promise<void> {
  stopping ??= (async () => {
    building.abort();
    for (const part of running.toReversed()) {
      await part.stop().catch((error: Error) => console.error(error.message));
    }
    process.exit(exitCode);
  })();
  return stopping;
}

function fail(error: Error): Promise<void> {
  if (stopping) return stopping;
  console.error(`\n${error.message}`);
  return stop(error instanceof SettingsError ? WRONG_SETTINGS : 1);
}

let toldAt = 0;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    // A second one means: at once. But npm passes on the Ctrl-C that the terminal has sent us already.
    if (stopping && performance.now() - toldAt > SIGNAL_ECHO_MS) for (const part of running) part.kill?.();
    else toldAt = performance.now();
    void stop(0);
  });
}

// npm runs this in a shell that keeps the SIGTERM which npm passes on to it: its end is how we learn of that.
const shell = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== shell) void stop(0);
  }, PARENT_POLL_MS).unref();
}

function tell(line: string): void {
  if (!stopping) console.log(line);
}

/** Settings that the embedded database provides; with DATABASE_URL, the operator has to choose them. */
function withEmbedded(given: { DATABASE_URL: string; JWT_SECRET: string; ENCRYPTION_KEYS: string }) {
  for (const [name, value] of Object.entries(given)) process.env[name] ||= value;
}

/** Waits until the connection to the server breaks, which is how a server that died is noticed at once. */
function connectionLoss(url: string): { lost: Promise<void>; close(): Promise<void> } {
  const client = new pg.Client({ connectionString: url, application_name: "launcher", keepAlive: true });
  const lost = new Promise<void>((resolve) => {
    client.on("error", () => resolve());
    client.once("end", () => resolve());
    client.connect().catch(() => resolve());
  });
  return { lost, close: () => client.end().catch(() => {}) };
}

/** A server that is coming up may take as long as it needs; once a minute somebody hears of it. */
async function startDatabase(dataDir: string, signal: AbortSignal, port?: number): Promise<EmbeddedServer> {
  const startedAt = performance.now();
  const slow = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const serverLog = path.resolve(dataDir, "postgres", "server.log");
    console.error(
      `Still waiting for the embedded database after ${seconds} s: its words are in ${serverLog}`,
    );
  }, DATABASE_SLOW_MS);
  return startEmbeddedPostgres(dataDir, port, { waitS: DATABASE_WAIT_S, signal }).finally(() =>
    clearInterval(slow),
  );
}

/**
 * The embedded server, started again on the same port when it dies: the others find it where it was. It is tried for as
 * long as it takes, because what keeps it down, such as a full disk, may pass, and the others wait for it.
 */
async function keepDatabase(dataDir: string): Promise<string> {
  const given = new AbortController();
  const starting = startDatabase(dataDir, given.signal);
  let server: EmbeddedServer | undefined;
  let watch: ReturnType<typeof connectionLoss> | undefined;
  let recovering: Promise<void> | undefined;
  running.push({
    stop: async () => {
      await watch?.close();
      const isComingUp = server === undefined;
      if (isComingUp) given.abort();
      await Promise.allSettled([starting, recovering]);
      await server?.stop().catch((error: unknown) => {
        if (!isComingUp) throw error;
      });
    },
  });
  server = await starting;
  const { url } = server;
  const port = Number(new URL(url).port);
  recovering = (async () => {
    for (let failures = 0; ; ) {
      watch = connectionLoss(url);
      await watch.lost;
      if (stopping) return;
      console.error("The connection to the embedded database broke; starting the database again.");
      server = undefined;
      try {
        server = await startDatabase(dataDir, given.signal, port);
        // It came up although it was given up: whoever stops the service waits for this before stopping the database.
        if (given.signal.aborted) return;
        failures = 0;
      } catch (error) {
        if (stopping) return;
        failures += 1;
        console.error(error instanceof Error ? error.message : error);
        const waitMs = Math.min(DATABASE_RESTART_INITIAL_MS * 2 ** failures, DATABASE_RESTART_MS_MAX);
        await sleep(waitMs, undefined, { signal: given.signal }).catch(() => {});
      }
    }
  })();
  return url;
}

/** A program of ours beside the launcher's own bundle. */
function bundleOf(file: string): string {
  return fileURLToPath(new URL(`./${file}.mjs`, import.meta.url));
}

/**
 * Far above what a process needs. Node collects garbage the later the more memory it may take: without this, an import
 * of 100,000 records took the worker 550 MiB instead of 320.
 */
const HEAP_BOUND = "--max-old-space-size=1024";

async function webProgram(settings: Settings): Promise<Program> {
  const host = listenHost(settings);
  const reachable = host === undefined || host === "0.0.0.0" || host === "::" ? LOOPBACK : host;
  const address = reachable.includes(":") ? `[${reachable}]` : reachable;
  return {
    name: "web server",
    args: [
      // Uploads leave much garbage at once: with room for it, it is collected less often and less of it lives on.
      ...(isDev ? [] : ["--max-semi-space-size=32", HEAP_BOUND]),
      ...(isDev ? ["--import", "tsx", path.join("lib", "server", "web.ts"), "--dev"] : [bundleOf("web")]),
    ],
    env: {
      ...process.env,
      NODE_ENV: isDev ? "development" : "production",
      PROCESS_NAME: "web",
      ...(isDev ? {} : { __NEXT_PRIVATE_STANDALONE_CONFIG: await builtConfig() }),
      NEXT_TELEMETRY_DISABLED: "1",
    },
    ready: { url: `http://${address}:${settings.PORT}/api/v1/health/ready` },
    stopGraceMs: settings.STOP_GRACE_SECONDS * 1000,
  };
}

/** A program of ours: its bundle beside that of the launcher, or its source where that is worked on. */
function ownProgram(
  name: string,
  file: string,
  ready: Program["ready"],
  env: NodeJS.Dict<string> = {},
): Program {
  const source = path.join("lib", "server", `${file}.ts`);
  return {
    name,
    args: isDev
      ? [createRequire(import.meta.url).resolve("tsx/cli"), "watch", "--clear-screen=false", source]
      : [HEAP_BOUND, bundleOf(file)],
    env: { ...process.env, NODE_ENV: isDev ? "development" : "production", PROCESS_NAME: file, ...env },
    ready,
    isBackground: true,
  };
}

function launch(program: Program): Supervised {
  const supervised = supervise(program, (reason) => void fail(reason));
  running.push(supervised);
  return supervised;
}

/** Providers that the operator has not registered with; the local identity provider stands in for them. */
function unregisteredProviders(settings: Settings): string[] {
  const clientIds = {
    code_host: settings.CODE_HOST_CLIENT_ID,
    suite_a: settings.SUITE_A_CLIENT_ID,
    suite_b: settings.SUITE_B_CLIENT_ID,
  };
  return Object.entries(clientIds).flatMap(([provider, clientId]) => (clientId ? [] : [provider]));
}

function summary(settings: Settings, isEmbedded: boolean, local: string[]): string {
  const counters = settings.UPSTASH_REDIS_REST_URL ? "Upstash" : settings.REDIS_URL ? "Redis" : null;
  const storage = settings.S3_ENDPOINT ?? "not configured, so that no screenshots are taken (S3_ENDPOINT)";
  const lines = [
    ["Database", isEmbedded ? "embedded Postgres, started with the service" : "your own (DATABASE_URL)"],
    ["Jobs", engine() === "inngest" ? "Inngest" : "embedded: a worker process on the same database"],
    [
      "Sign-in",
      local.length > 0
        ? `built-in identity provider for ${local.join(", ")}: for trying out, on this machine only`
        : "your providers",
    ],
    ["Limits", counters ? `counted in ${counters}` : "embedded: counted inside the web server"],
    ["Storage", storage],
    ...(isEmbedded ? [["Data", path.resolve(settings.DATA_DIR)]] : []),
  ];
  const rows = lines.map(([name = "", value = ""]) => `  ${name.padEnd(10)}${value}`);
  return [
    "",
    `Ready: ${settings.BASE_URL}`,
    "",
    ...rows,
    "",
    "Ctrl-C stops the service; its data stays.",
    "",
  ].join("\n");
}

async function main(): Promise<void> {
  // In a source checkout nobody else has.
  if (isDev) loadEnvFile();
  const isEmbedded = !process.env.DATABASE_URL;
  const settings = readBeforeStart(process.env);
  const local = settings.isLoopback ? unregisteredProviders(settings) : [];
  const host = listenHost(settings);
  await Promise.all([
    requireFreePort(settings.PORT, host, "PORT"),
    local.length > 0
      ? requireFreePort(settings.LOCAL_IDENTITY_PORT, LOOPBACK, "LOCAL_IDENTITY_PORT")
      : undefined,
  ]);
  if (isEmbedded) {
    const locking = lockDataDir(settings.DATA_DIR);
    running.push({
      stop: () =>
        locking.then(
          (unlock) => unlock(),
          () => {},
        ),
    });
    await locking;
    withEmbedded({ DATABASE_URL: "", ...(await embeddedSecrets(settings.DATA_DIR)) });
  }
  // The built-in identity provider keeps its key and its sessions there.
  else if (local.length > 0) await makeDataDir(settings.DATA_DIR);
  if (stopping) return;

  await Promise.all([
    isDev
      ? undefined
      : buildIfStale(() => tell("Building the application; this takes a minute…"), building.signal),
    (async () => {
      if (isEmbedded) process.env.DATABASE_URL = await keepDatabase(settings.DATA_DIR);
      const connectionString = isEmbedded ? (process.env.DATABASE_URL ?? "") : settings.DIRECT_DATABASE_URL;
      if (isEmbedded) process.env.DIRECT_DATABASE_URL = "";
      else await requireDirectConnection(connectionString, nameOfDirectUrl(process.env));
      await applyMigrations(connectionString, { tell });
      if (engine() === "embedded") await requireJobTables(connectionString);
    })().catch((error: unknown) => {
      const line = isEmbedded ? null : databaseTrouble(error, process.env);
      throw line === null ? error : new Error(line, { cause: error });
    }),
  ]);
  if (stopping) return;

  const identityUrl = `http://localhost:${settings.LOCAL_IDENTITY_PORT}`;
  if (local.length > 0) process.env.LOCAL_IDENTITY_URL = identityUrl;
  const background = isEmbedded ? { BACKEND_NICENESS: String(BACKGROUND_NICENESS) } : {};
  const programs = [
    ...(local.length > 0
      ? [
          ownProgram("local identity provider", "local-identity", {
            url: `${identityUrl}/.well-known/openid-configuration`,
          }),
        ]
      : []),
    ...(engine() === "inngest" ? [] : [ownProgram("worker", "worker", { line: "worker ready" }, background)]),
    await webProgram(settings),
  ];
  await Promise.all(programs.map((program) => launch(program).ready));
  tell(summary(settings, isEmbedded, local));
}

await main().catch(fail);
