import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import path from "node:path";
import { isAlive } from "@/lib/platform/is-alive";
import { takeLock } from "@/lib/platform/lock-file";
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
    const taken = this.takeLock();
    if (typeof taken === "function") return taken;
    throw new ClientError(`A tracker runs already, as process ${taken}.`);
  }

  private takeLock(): (() => void) | number {
    try {
      return takeLock(path.join(this.folder, "lock"), isTracker);
    } catch (cause) {
      const { message } = cause as Error;
      throw new ClientError(
        `Nothing can be written to ${this.folder} (${message}). Make room there, or give another folder with --data.`,
        { cause },
      );
    }
  }
}

/** Whether a process runs that took a lock at this time: after a restart of the computer, another may have its number. */
function isTracker(pid: number, takenAtMs: number): boolean {
  return takenAtMs >= Date.now() - uptime() * 1_000 && isAlive(pid);
}
