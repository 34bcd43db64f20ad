import { setImmediate as othersTurn, setTimeout as sleep } from "node:timers/promises";
import { REST_LOOK_LATE_MS, REST_LOOK_MS, REST_LOOKS_FREE, SLICE_MS } from "@/lib/jobs/limits";

/**
 * Sleeps for the given time, or until nobody else wants the processor: the worker has the lowest priority, so while
 * others do, it wakes up late.
 */
export async function rest(ms: number): Promise<void> {
  let freeLooks = 0;
  for (let left = ms; left > 0 && freeLooks < REST_LOOKS_FREE; left -= REST_LOOK_MS) {
    const started = performance.now();
    await sleep(REST_LOOK_MS);
    const lateMs = performance.now() - started - REST_LOOK_MS;
    freeLooks = lateMs < REST_LOOK_LATE_MS ? freeLooks + 1 : 0;
  }
}

/**
 * As `Array.map`, for work that takes the processor for long: after every few milliseconds, the process's other requests
 * and jobs go first.
 */
export async function mapInSlices<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> {
  const results: R[] = [];
  let endsAt = performance.now() + SLICE_MS;
  for (const [index, item] of items.entries()) {
    if (performance.now() >= endsAt) {
      await othersTurn();
      endsAt = performance.now() + SLICE_MS;
    }
    results.push(work(item, index));
  }
  return results;
}
