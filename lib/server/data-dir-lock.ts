import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { makeDataDir } from "@/lib/platform/embedded-postgres";
import { isAlive } from "@/lib/platform/is-alive";

/** Whether a process with this id lives and is a launcher: ids are given away again after a crash. */
async function isLauncher(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => null);
  return command === null || /start\.ts|run\.mjs\0start/.test(command);
}

/**
 * Keeps two launchers from running on the same data. A lock that a killed launcher left is taken over.
 * @returns a function that gives the lock back
 * @throws with a readable sentence when another launcher holds it, or nothing can be written there
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const root = await makeDataDir(dataDir);
  const file = path.join(root, "launcher.pid");
  const own = `${file}.${process.pid}`;
  // A link appears whole or not at all: nobody reads a lock that is still being written.
  await writeFile(own, String(process.pid));
  try {
    for (;;) {
      const error = await link(own, file).then(
        () => null,
        (failure: NodeJS.ErrnoException) => failure,
      );
      if (error === null) return () => rm(file, { force: true });
      if (error.code !== "EEXIST") throw error;
      const holder = Number(await readFile(file, "utf8").catch(() => ""));
      if (holder > 0 && (await isLauncher(holder))) {
        throw new Error(
          `The data in ${root} is in use by a service that is already running (process ${holder}).\n` +
            "Stop that one first, or set DATA_DIR to another folder.",
        );
      }
      await rm(file, { force: true });
    }
  } finally {
    await rm(own, { force: true });
  }
}
