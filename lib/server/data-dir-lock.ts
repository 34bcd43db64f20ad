import { readFileSync } from "node:fs";
import path from "node:path";
import { makeDataDir } from "@/lib/platform/embedded-postgres";
import { isAlive } from "@/lib/platform/is-alive";
import { takeLock } from "@/lib/platform/lock-file";

/** Whether a process with this id lives and is a launcher: ids are given away again after a crash. */
function isLauncher(pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    return /start\.ts|run\.mjs\0start/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    return true;
  }
}

/**
 * Keeps two launchers from running on the same data. A lock that a killed launcher left is taken over.
 * @returns a function that gives the lock back
 * @throws with a readable sentence when another launcher holds it, or nothing can be written there
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const root = await makeDataDir(dataDir);
  const taken = takeLock(path.join(root, "launcher.pid"), isLauncher);
  if (typeof taken === "function") return taken;
  throw new Error(
    `The data in ${root} is in use by a service that is already running (process ${taken}).\n` +
      "Stop that one first, or set DATA_DIR to another folder.",
  );
}
