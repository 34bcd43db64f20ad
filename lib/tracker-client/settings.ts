import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import path from "node:path";
import { isAlive } from "@/lib/platform/is-alive";
import type { DeviceConfig } from "@/lib/tracker/devices/schema";
import { workClock } from "@/lib/tracker/hours/rules";
import type { WorkingHours } from "@/lib/tracker/hours/schema";
import type { RedactionRule } from "@/lib/tracker/redaction/schema";
import { ClientError } from "@/lib/tracker-client/client-error";
import type { Seen } from "@/lib/tracker-client/seen";

export type Config = DeviceConfig;

/** Whose client it is, and what it may show for that. */
export type Account = {
  base: string;
  token: string;
  deviceId: string;
  /** The workspace of the project that the device is bound to; null until it is enrolled. */
  workspaceId: string | null;
  project: string | null;
};

/** What the service said last, for the times in which it can't be asked. */
export type Settings = {
  config: Config;
  hours: WorkingHours;
  rules: RedactionRule[];
};

/** Requirements, "DeviceConfig": the settings until the service sends others. */
export const DEFAULTS: Settings = {
  config: {
    config_etag: "cfg_0",
    sample_interval_s: 60,
    screenshot_policy: "off",
    screenshot_every_n_samples: 5,
    idle_threshold_s: 300,
    paused: false,
    excluded_bundle_ids: [],
  },
  hours: { time_zone: null, hours: null },
  rules: [],
};

/** Whether anything may be recorded at a moment, in ms since 1970. */
export function mayRecord({ config, hours: { time_zone: zone, hours } }: Settings, at: number): boolean {
  if (config.paused) return false;
  return zone === null || hours === null || workClock(zone, hours)(at);
}

/** Whether an app is one that is never captured. */
export function isLeftOut({ config }: Settings, { bundleId, appName }: Seen): boolean {
  const names = [bundleId, appName].map((name) => name.toLowerCase());
  return config.excluded_bundle_ids.some((excluded) => names.includes(excluded.toLowerCase()));
}

/** Where a client keeps its files on each system by default. */
export function defaultFolder(
  platform: NodeJS.Platform,
  env: Record<string, string | undefined>,
  home: string,
): string {
  const base =
    platform === "win32"
      ? (env.LOCALAPPDATA ?? path.join(home, "AppData", "Local"))
      : platform === "darwin"
        ? path.join(home, "Library", "Application Support")
        : (env.XDG_STATE_HOME ?? path.join(home, ".local", "state"));
  return path.join(base, "workspace-tracker");
}

/** The files of a client, readable only by their owner. */
export class Files {
  constructor(readonly folder: string) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch (cause) {
      throw new ClientError(`The folder ${folder} can't be made. Give another one with --data.`, { cause });
    }
  }

  read<T>(name: string): T | null {
    try {
      return JSON.parse(readFileSync(path.join(this.folder, name), "utf8"));
    } catch {
      return null;
    }
  }

  /** Replaces a file whole, so that a crash leaves the one or the other. */
  write(name: string, value: unknown): void {
    const file = path.join(this.folder, name);
    writeFileSync(`${file}.new`, JSON.stringify(value, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  /**
   * Keeps a second client from running, which would record the same time again.
   * @returns a function that releases the lock
   * @throws ClientError if another one is running, or nothing can be written there
   */
  lock(): () => void {
    const file = path.join(this.folder, "lock");
    const own = `${file}.${process.pid}`;
    try {
      // A link appears whole or not at all: nobody reads a lock that is still being written.
      this.writeFirst(own, String(process.pid));
      while (!isLinked(own, file)) {
        const holder = clearLock(file, own);
        if (holder !== null) throw new ClientError(`A tracker runs already, as process ${holder}.`);
      }
    } finally {
      rmSync(own, { force: true });
    }
    return () => rmSync(file, { force: true });
  }

  private writeFirst(file: string, text: string): void {
    try {
      writeFileSync(file, text, { mode: 0o600 });
    } catch (cause) {
      const { message } = cause as Error;
      throw new ClientError(
        `Nothing can be written to ${this.folder} (${message}). Make room there, or give another folder with --data.`,
        { cause },
      );
    }
  }
}

/** Makes `file` another name of `own`, unless there is such a file. */
function isLinked(own: string, file: string): boolean {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Takes a lock away if it was left by a process that was killed. One does so at a time, by a lock of its own that is cleared
 * in the same way: of several that start together, another would take away the lock of the first.
 * @returns the running process that holds it, if there is one
 */
function clearLock(file: string, own: string): number | null {
  const holder = holderOf(file);
  if (holder !== "left") return holder;
  const taking = `${file}.taking`;
  if (!isLinked(own, taking)) {
    clearLock(taking, own);
    return null;
  }
  if (holderOf(file) === "left") rmSync(file, { force: true });
  rmSync(taking, { force: true });
  return null;
}

/** The running process that a lock names, or that it was left by one that runs no more; null if there is no lock. */
function holderOf(file: string): number | "left" | null {
  const written = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (written === undefined) return null;
  const pid = Number(readIfThere(file) ?? Number.NaN);
  // After a restart of the computer, another program may have its number.
  const isOfToday = Number(written.mtimeMs) >= Date.now() - uptime() * 1_000;
  if (isOfToday && isRunning(pid)) return pid;
  // One that ended just now may have released its lock, and the next one taken it.
  const still = statSync(file, { bigint: true, throwIfNoEntry: false });
  return still?.ino === written.ino && still.mtimeNs === written.mtimeNs ? "left" : null;
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0 && pid !== process.pid && isAlive(pid);
}
