import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";

/** Whether the process that a lock names still holds it: it runs, and is not another one with the same number. */
type IsHeldBy = (pid: number, takenAtMs: number) => boolean;

/**
 * Takes a lock: a file that names this process. One that was left by a process that was killed is taken over, by exactly
 * one of those that start together.
 * @returns a function that releases it, or the id of the other process that holds it
 * @throws the error of the file system if nothing can be written there
 */
export function takeLock(file: string, isHeldBy: IsHeldBy): (() => void) | number {
  const own = `${file}.${process.pid}`;
  try {
    // A link appears whole or not at all: nobody reads a lock that is still being written.
    writeFileSync(own, String(process.pid), { mode: 0o600 });
    while (!isLinked(own, file)) {
      const holder = clear(file, own, isHeldBy);
      if (holder !== null) return holder;
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => rmSync(file, { force: true });
}

/**
 * Takes a lock away if its process holds it no more. One does so at a time, by a lock of its own that is cleared in the same
 * way: of several that start together, another would take away the lock of the first.
 * @returns the process that holds it, if there is one
 */
function clear(file: string, own: string, isHeldBy: IsHeldBy): number | null {
  const holder = holderOf(file, isHeldBy);
  if (holder !== "left") return holder;
  const clearing = `${file}.clearing`;
  if (!isLinked(own, clearing)) {
    clear(clearing, own, isHeldBy);
    return null;
  }
  if (holderOf(file, isHeldBy) === "left") rmSync(file, { force: true });
  rmSync(clearing, { force: true });
  return null;
}

/** The process that holds a lock, or that it was left by one that holds it no more; null if there is no lock. */
function holderOf(file: string, isHeldBy: IsHeldBy): number | "left" | null {
  const written = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (written === undefined) return null;
  const pid = Number(readIfThere(file) ?? "");
  // What this process itself left under its number was left by an earlier one: in containers numbers repeat.
  const isOther = Number.isInteger(pid) && pid > 0 && pid !== process.pid;
  if (isOther && isHeldBy(pid, Number(written.mtimeMs))) return pid;
  // One that ended just now may have released its lock, and the next one taken it.
  const still = statSync(file, { bigint: true, throwIfNoEntry: false });
  return still?.ino === written.ino && still.mtimeNs === written.mtimeNs ? "left" : null;
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

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
