import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { HEARTBEAT_ANSWER_MS_MAX, HEARTBEAT_MS } from "@/lib/jobs/limits";
import { type Sign, watchWorkers } from "@/lib/jobs/rules";
import { beat, beginHeartbeat, buryWorkers, endHeartbeat, seeWorkers } from "@/lib/jobs/store";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

let ownId = randomUUID() as string;

/**
 * The id of this worker process, under which it locks jobs. While the process is considered alive, it has a row in
 * `worker_heartbeat`. A row that refers to that one with ON DELETE CASCADE disappears when the process stops or is
 * found dead, and can't be written before its first heartbeat or after its last.
 */
export function workerId(): string {
  return ownId;
}

export type Heartbeat = {
  workerId: string;
  /** Resolves when others have declared this worker dead and taken over its jobs: it must stop. */
  lost: Promise<void>;
  /** Removes the row. Call it only once no job is running. */
  stop(): Promise<void>;
};

/**
 * A connection of its own, so that a heartbeat never has to wait. It fails instead of hanging when its server is gone.
 */
async function connect(id: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: env().DIRECT_DATABASE_URL,
    application_name: "worker heartbeat",
    keepAlive: true,
    connectionTimeoutMillis: HEARTBEAT_ANSWER_MS_MAX,
    query_timeout: HEARTBEAT_ANSWER_MS_MAX,
  });
  client.on("error", (error) => log.warn({ err: error }, "a worker's heartbeat lost its connection"));
  try {
    await client.connect();
    // A machine that vanishes closes nothing: without these settings its connection would outlive it by two hours.
    await client.query(
      `SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
       SET idle_session_timeout = 0; SET synchronous_commit = off`,
    );
    // Workers of the previous version consider a worker dead if they can take its lock.
    await client.query("SELECT pg_try_advisory_lock(hashtextextended($1, 0))", [id]);
    return client;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
}

type Watched = { runningJobs(): number };

async function start({ runningJobs }: Watched): Promise<Heartbeat> {
  ownId = randomUUID();
  const id = ownId;
  const stopped = new AbortController();
  const first = await connect(id);
  let client: pg.Client | undefined = first;
  await beginHeartbeat(first, id, new Date(performance.timeOrigin)).catch((error) => {
    first.end().catch(() => {});
    throw error;
  });
  let lose = () => {};
  const lost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  const watch = watchWorkers();
  const once = async () => {
    client ??= await connect(id);
    if (!(await beat(client, id, runningJobs()))) {
      lose();
      stopped.abort();
      return;
    }
    const dead: Sign[] = watch(await seeWorkers(client, id), performance.now());
    if (dead.length === 0) return;
    const buried = await buryWorkers(client, dead);
    if (buried.length > 0) log.warn({ workers: buried }, "took over the jobs of dead workers");
  };
  const drop = () => {
    client?.end().catch(() => {});
    client = undefined;
  };
  const beating = (async () => {
    while (!stopped.signal.aborted) {
      try {
        await once();
      } catch (error) {
        log.warn({ reason: String(error) }, "a worker can't show that it lives");
        drop();
      }
      await sleep(HEARTBEAT_MS, null, { signal: stopped.signal }).catch(() => {});
    }
  })();
  const end = async () => {
    client ??= await connect(id);
    await endHeartbeat(client, id);
  };
  const stop = async () => {
    stopped.abort();
    await beating;
    try {
      // The connection may have been cut since the last heartbeat: a new one is tried once.
      await end().catch(() => {
        drop();
        return end();
      });
      await client?.end();
    } catch (error) {
      // Others find the row in a moment.
      log.warn({ reason: String(error) }, "a worker could not take its heartbeat away");
    }
  };
  return { workerId: id, lost, stop };
}

let shared: { heartbeat: Promise<Heartbeat>; users: Set<Watched> } | undefined;

/**
 * Shows that this process is alive with a row that it renews every 2 s on a connection of its own, and watches the
 * others: a dead worker loses its row and its jobs. Several engines in one process share one heartbeat.
 * @throws if the database can't be reached at the start; later it keeps trying
 */
export async function startHeartbeat(watched: Watched): Promise<Heartbeat> {
  if (!shared) {
    const users = new Set<Watched>();
    const runningJobs = () => [...users].reduce((sum, each) => sum + each.runningJobs(), 0);
    shared = { heartbeat: start({ runningJobs }), users };
  }
  const own = shared;
  own.users.add(watched);
  const leave = () => {
    own.users.delete(watched);
    if (own.users.size > 0) return false;
    if (shared === own) shared = undefined;
    return true;
  };
  try {
    const heartbeat = await own.heartbeat;
    void heartbeat.lost.then(() => {
      if (shared === own) shared = undefined;
    });
    return {
      ...heartbeat,
      stop: async () => {
        if (leave()) await heartbeat.stop();
      },
    };
  } catch (error) {
    leave();
    throw error;
  }
}
