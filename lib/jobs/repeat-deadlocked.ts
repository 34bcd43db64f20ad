import type pg from "pg";
import { DEADLOCKED_TRIES_MAX } from "@/lib/jobs/limits";
import { log } from "@/lib/platform/log";

/** What Postgres calls the end that it puts to one of those who wait for each other in a circle. */
const DEADLOCK = "40P01";

type Ask = (...args: unknown[]) => unknown;

/**
 * Lets the connections of the job engine's pool repeat statements that Postgres ended to break a deadlock: they have done
 * nothing, and whoever they stood in the way of has gone on. The engine writes down together which jobs are done, and
 * would end itself over such an error, while others who add jobs under several keys wait for these rows in another order.
 * Only statements with a name are repeated: the engine names those that stand alone, outside of any transaction.
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
