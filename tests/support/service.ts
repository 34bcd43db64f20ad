import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { SETTING_NAMES } from "@/lib/platform/env";

const run = promisify(execFile);

const GONE_POLL_MS = 20;
/** Far above what a busy machine needs, and less than a test may take: what the service printed then says where it hangs. */
const START_MS_MAX = 180_000;
const STOP_MS_MAX = 90_000;
const PARTS = { web: "/web.mjs", worker: "/worker.mjs", identity: "/local-identity.mjs" };

export type Part = "launcher" | "postgres" | keyof typeof PARTS;

export type Service = {
  baseUrl: string;
  /** Of the local identity provider. */
  identityUrl: string;
  dataDir: string;
  /** For statements beside the service; another one after a stop and a start. */
  readonly databaseUrl: string;
  /** All that the launcher has printed since its last start. */
  output(): string;
  pid(part: Part): Promise<number>;
  webPid(): Promise<number>;
  /** kill -9; resolves when the process is gone. The launcher starts the other parts again, and nobody the launcher. */
  kill(part: Part): Promise<void>;
  /** Starts the launcher again on the same data, after `kill("launcher")` or `stop({ keepData: true })`. */
  start(): Promise<void>;
  /** Resolves to the launcher's exit code. @throws with all that it printed if it does not stop */
  stop(options?: { keepData?: boolean; signal?: NodeJS.Signals }): Promise<number | null>;
};

/** A port that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (address && typeof address === "object") resolve(address.port);
        else reject(new Error("no free port"));
      });
    });
  });
}

/** Whether a process still runs. One that ended and that nobody has collected yet does not. */
export async function isAlive(pid: number): Promise<boolean> {
  const state = await run("ps", ["-o", "stat=", "-p", String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => "",
  );
  return state !== "" && !state.startsWith("Z");
}

/** Starts the launcher and resolves when it says that the service is ready; rejects with its output when it ends before. */
function launch(
  root: string,
  env: NodeJS.ProcessEnv,
  onOutput: (text: string) => void,
): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["lib/server/run.mjs", "start"], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const stopWithTests = () => child.kill("SIGTERM");
    process.once("exit", stopWithTests);
    let output = "";
    const late = setTimeout(() => {
      reject(new Error(`The service was not ready after ${START_MS_MAX / 1000} s.\n${output}`));
    }, START_MS_MAX).unref();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        onOutput(text);
        if (!/^Ready: /m.test(output)) return;
        clearTimeout(late);
        resolve(child);
      });
    }
    child.once("error", reject);
    child.once("close", (code, signal) => {
      process.off("exit", stopWithTests);
      reject(new Error(`The service ended (${signal ?? code}) before it was ready.\n${output}`));
    });
  });
}

/**
 * Starts the whole service as `npm start` does, on free ports and with data of its own, building it when the build is
 * stale.
 * @param settings on top of the defaults; nothing is taken from the shell or from a .env file
 * @param root the folder of the project, or of a copy of it
 */
export async function startService(
  settings: Record<string, string> = {},
  root = path.resolve(import.meta.dirname, "../.."),
): Promise<Service> {
  const given = settings.DATA_DIR;
  const dataDir = given ?? (await mkdtemp(path.join(tmpdir(), "wps-service-")));
  const port = settings.PORT ?? String(await freePort());
  const identityPort = settings.LOCAL_IDENTITY_PORT ?? String(await freePort());
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...Object.fromEntries(SETTING_NAMES.map((name) => [name, ""])),
    npm_lifecycle_event: "",
    PORT: port,
    DATA_DIR: dataDir,
    LOCAL_IDENTITY_PORT: identityPort,
    ...settings,
  };
  let output = "";
  let launcher: ChildProcess;
  let databaseUrl = "";
  const start = async () => {
    output = "";
    launcher = await launch(root, env, (text) => {
      output += text;
    });
    databaseUrl = settings.DATABASE_URL ?? (await startEmbeddedPostgres(dataDir)).url;
  };
  await start();

  async function pid(part: Part): Promise<number> {
    const launcherPid = launcher.pid ?? 0;
    if (part === "launcher") return launcherPid;
    if (part === "postgres") {
      const lock = await readFile(path.join(dataDir, "postgres", "postmaster.pid"), "utf8");
      return Number(lock.split("\n")[0]);
    }
    const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid=,args="]);
    const found = stdout.split("\n").find((line) => {
      const [, parent = "", ...command] = line.trim().split(/\s+/);
      return Number(parent) === launcherPid && command.join(" ").includes(PARTS[part]);
    });
    if (!found) throw new Error(`The ${part} process does not run.`);
    return Number(found.trim().split(/\s+/)[0]);
  }

  return {
    baseUrl: `http://localhost:${port}`,
    identityUrl: `http://localhost:${identityPort}`,
    dataDir,
    get databaseUrl() {
      return databaseUrl;
    },
    output: () => output,
    pid,
    webPid: () => pid("web"),
    start,
    kill: async (part) => {
      const victim = await pid(part);
      process.kill(victim, "SIGKILL");
      while (await isAlive(victim)) await sleep(GONE_POLL_MS);
    },
    stop: async ({ keepData = false, signal = "SIGTERM" } = {}) => {
      const ended = new Promise<number | null>((resolve) => {
        if (launcher.exitCode !== null || launcher.signalCode !== null) resolve(launcher.exitCode);
        else launcher.once("close", (code) => resolve(code));
      });
      launcher.kill(signal);
      const code = await Promise.race([ended, sleep(STOP_MS_MAX, undefined, { ref: false })]);
      if (code === undefined) {
        throw new Error(`The service had not stopped after ${STOP_MS_MAX / 1000} s.\n${output}`);
      }
      if (!keepData && given === undefined) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}
