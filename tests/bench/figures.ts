import { readFile } from "node:fs/promises";

/* How benches sum up what they saw. */

const MEMORY_EVERY_MS = 50;

/** The value that this part of all values does not exceed; NaN without any. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
}

/** Watches how much memory two processes take, in MiB: at first, and the most until the end. */
export async function watchMemory(pids: { web: number; worker: number }) {
  const before = { web: await residentMib(pids.web), worker: await residentMib(pids.worker) };
  const peak = { ...before };
  const timer = setInterval(async () => {
    for (const part of ["web", "worker"] as const) {
      peak[part] = Math.max(peak[part], await residentMib(pids[part]));
    }
  }, MEMORY_EVERY_MS);
  return {
    before,
    end() {
      clearInterval(timer);
      return peak;
    },
  };
}
