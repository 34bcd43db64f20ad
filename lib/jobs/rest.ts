import { setTimeout as sleep } from "node:timers/promises";
import { REST_LOOK_LATE_MS, REST_LOOK_MS, REST_LOOKS_FREE } from "@/lib/jobs/limits";

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
