import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { countersApart, noteCounter } from "@/lib/limits/store";
import { COUNTING_APART_SAID_EVERY_MS, COUNTING_NOTED_EVERY_MS, type LimitStore } from "@/lib/limits/table";
import { log } from "@/lib/platform/log";

/**
 * Wraps a store that counts in this process, and records in the database that it does, so that it shows if several
 * processes count separately: each then admits as much as the limits allow all of them together. Written in the
 * background every 15 s at most, so that no request waits for it and an idle process does nothing; logged every ten
 * minutes.
 */
export function notingCounting(store: LimitStore): LimitStore {
  const processId = randomUUID();
  let startedAt: Date | undefined;
  let notedAtMs = Number.NEGATIVE_INFINITY;
  let saidAtMs = Number.NEGATIVE_INFINITY;

  async function note(now: Date): Promise<void> {
    startedAt ??= now;
    const others = await noteCounter({ processId, startedAt }, now);
    if (others === 0 || now.getTime() - saidAtMs < COUNTING_APART_SAID_EVERY_MS) return;
    saidAtMs = now.getTime();
    log.warn(
      { processes: others + 1 },
      "several web processes count limits, each by itself, so that callers get as many times as much: set REDIS_URL, or " +
        "UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN",
    );
  }

  return {
    ...store,
    take(uses, now) {
      if (now.getTime() - notedAtMs >= COUNTING_NOTED_EVERY_MS) {
        notedAtMs = now.getTime();
        note(now).catch((error) =>
          log.debug({ err: error }, "that limits are counted here could not be noted"),
        );
      }
      return store.take(uses, now);
    },
  };
}

/** How many processes count limits separately; 0 if there is one, or if that can't be found out in time. */
export function countApart(now: Date, msMax: number): Promise<number> {
  const counted = countersApart(now).catch(() => 0);
  return Promise.race([counted, sleep(msMax, 0, { ref: false })]);
}
