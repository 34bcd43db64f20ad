import type pg from "pg";
import { DEADLOCKED_TRIES_MAX } from "@/lib/jobs/limits";
import { log } from "@/lib/platform/log";

/** Postgres' error code for the statement it aborts to resolve a deadlock. */
const DEADLOCK = "40P01";

type Ask = (...args: unknown[]) => unknown;

/**
 * Makes the connections of the job engine's pool retry statements that Postgres aborted to resolve a deadlock: they
 * have changed nothing, and the other side has moved on. The engine saves several finished jobs in one statement and
 * would shut down over such an error, while others who add jobs under several keys wait for the same rows in a
 * different order. Only named statements are retried: the engine names those that run on their own, outside any
 * transaction.
 */
export function repeatDeadlocked(pool: pg.Pool): void {
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as Ask;
    client.query = ((...args: unknown[]) => {
      const isAlone = (args[0] as { name?: string } | undefined)?.name !== undefined;
      if (!isAlone || args.some((arg) => typeof arg === "function")) return query(...args);
      return (async () => {
        for (let tries = 1; ; tries++) {
          try {
            return await query(...args);
          } catch (error) {
            if ((error as { code?: unknown }).code !== DEADLOCK || tries >= DEADLOCKED_TRIES_MAX) throw error;
            log.warn({ tries }, "a statement of the job engine met a deadlock and is repeated");
          }
        }
      })();
    }) as typeof client.query;
  });
}
