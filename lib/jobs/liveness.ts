import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { LIVENESS_RETRY_MS } from "@/lib/jobs/limits";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

async function connectHolding(workerId: string): Promise<{ client: pg.Client; ended: Promise<void> }> {
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", (error) => log.warn({ err: error }, "a worker's liveness connection broke"));
  const ended = new Promise<void>((resolve) => client.once("end", resolve));
  try {
    await client.connect();
    // A machine that vanishes sends no goodbye: without these, its connection would outlive it by two hours.
    await client.query(
      `SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
       SET idle_session_timeout = 0`,
    );
    await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [workerId]);
    return { client, ended };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

export type Liveness = {
  /** Resolves when the lock is held, or never will be because it was released. */
  held: Promise<void>;
  release(): Promise<void>;
};

/**
 * Shows other workers that this one lives, by an advisory lock on a connection of its own that ends with the process;
 * taken again whenever the connection breaks. Needs a direct connection: a pooler that changes sessions between
 * transactions would let go of the lock.
 */
export function holdLiveness(workerId: string): Liveness {
  const released = new AbortController();
  let current: pg.Client | undefined;
  const held = new Promise<void>((resolve) => {
    released.signal.addEventListener("abort", () => resolve());
    const hold = async () => {
      while (!released.signal.aborted) {
        try {
          const { client, ended } = await connectHolding(workerId);
          current = client;
          if (released.signal.aborted) await client.end();
          resolve();
          await ended;
        } catch (error) {
          log.warn({ reason: String(error) }, "a worker can't show that it lives");
        }
        await sleep(LIVENESS_RETRY_MS, null, { signal: released.signal }).catch(() => {});
      }
    };
    void hold();
  });
  return {
    held,
    release: async () => {
      released.abort();
      await current?.end();
    },
  };
}
