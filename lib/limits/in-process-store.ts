import { LIMITS, type LimitStore, type LimitUse, longest, type Refusal } from "@/lib/limits/table";

type Log = { windowMs: number; total: number; entries: { atMs: number; weight: number }[] };

const SWEEP_INTERVAL_MS = 60_000;
/** No request takes so long that another can be admitted this long after it began: so the clock was set back. */
const CLOCK_SET_BACK_MS_MIN = 600_000;

/**
 * Requests admitted before the clock was set back count as admitted now. Otherwise they would count until the clock has
 * caught up.
 */
function makeUpForClock(log: Log, nowMs: number): void {
  const aheadMs = (log.entries.at(-1)?.atMs ?? nowMs) - nowMs;
  if (aheadMs < CLOCK_SET_BACK_MS_MIN) return;
  for (const entry of log.entries) entry.atMs -= aheadMs;
}

function dropExpired(log: Log, nowMs: number): void {
  let first = log.entries[0];
  while (first !== undefined && first.atMs + log.windowMs <= nowMs) {
    log.total -= first.weight;
    log.entries.shift();
    first = log.entries[0];
  }
}

/**
 * How long until `weight` more fits under `countMax`; 0 when it does now. Never longer than the window: a request that
 * was overtaken while its body was read asks as of a time before the last entries.
 */
function waitMs(log: Log, weight: number, countMax: number, nowMs: number): number {
  let excess = log.total + weight - countMax;
  for (const entry of log.entries) {
    if (excess <= 0) return 0;
    excess -= entry.weight;
    if (excess <= 0) return Math.min(entry.atMs + log.windowMs - nowMs, log.windowMs);
  }
  return 0;
}

function add(log: Log, weight: number, nowMs: number): void {
  const last = log.entries.at(-1);
  // Requests that read their bodies meanwhile may come out of order: an entry never stands before an older one.
  if (last !== undefined && last.atMs >= nowMs) last.weight += weight;
  else log.entries.push({ atMs: nowMs, weight });
  log.total += weight;
}

/**
 * Counts in this process: for a single node. A log of admitted requests makes the window slide exactly: no period of
 * `windowS` ever has more than `countMax`, and the reported wait is the shortest that works. Refused requests are not
 * counted. A log has at most one entry per use and millisecond, and is dropped when its window has passed.
 */
export function inProcessStore(): LimitStore & { size(): number } {
  const logs = new Map<string, Log>();
  let sweptAtMs = 0;

  function sweep(nowMs: number): void {
    if (Math.abs(nowMs - sweptAtMs) < SWEEP_INTERVAL_MS) return;
    sweptAtMs = nowMs;
    for (const [name, log] of logs) {
      makeUpForClock(log, nowMs);
      dropExpired(log, nowMs);
      if (log.entries.length === 0) logs.delete(name);
    }
  }

  function logOf({ limit, key }: LimitUse, nowMs: number): Log {
    const name = `${limit}:${key}`;
    let log = logs.get(name);
    if (log === undefined) {
      log = { windowMs: LIMITS[limit].windowS * 1000, total: 0, entries: [] };
      logs.set(name, log);
    }
    makeUpForClock(log, nowMs);
    dropExpired(log, nowMs);
    return log;
  }

  return {
    async take(uses, now) {
      const nowMs = now.getTime();
      sweep(nowMs);
      const found = uses.map((use) => ({ use, log: logOf(use, nowMs) }));
      const refusals = found.flatMap(({ use, log }): Refusal[] => {
        const wait = waitMs(log, use.weight, LIMITS[use.limit].countMax, nowMs);
        return wait > 0 ? [{ limit: use.limit, waitMs: wait }] : [];
      });
      if (refusals.length > 0) return longest(refusals);
      for (const { use, log } of found) add(log, use.weight, nowMs);
      return null;
    },
    answers: async () => true,
    async close() {
      logs.clear();
    },
    size: () => logs.size,
  };
}
