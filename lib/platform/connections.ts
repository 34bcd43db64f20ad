import { AsyncLocalStorage } from "node:async_hooks";
import os from "node:os";
import pg from "pg";
import { log } from "@/lib/platform/log";

/*
 * How many connections to the database there are, who waits for one, and how long things may take. All these numbers
 * are here, each derived from the others. If no connection is free, callers wait in line and are counted.
 */

/** How long a transaction may take, once it has its connection. */
export const TRANSACTION_MS_MAX = 30_000;

/** By then, whoever made the request is long gone. Far longer than any line takes to move on. */
export const CONNECTION_WAIT_MS_MAX = 4 * TRANSACTION_MS_MAX;
/** A server that does not accept a connection within this time counts as down. */
const CONNECT_MS_MAX = 10_000;

/** How long statements, waits for locks, and idle times in a transaction may take before the server ends them. */
export type TimeLimits = { statementMs: number; lockMs: number; idleInTransactionMs: number };

/** For processes that answer requests. */
export const REQUEST_LIMITS: TimeLimits = {
  statementMs: 2 * TRANSACTION_MS_MAX,
  lockMs: TRANSACTION_MS_MAX,
  idleInTransactionMs: 2 * TRANSACTION_MS_MAX,
};

/** For the worker: some of its jobs go through a whole table. */
export const WORKER_LIMITS: TimeLimits = {
  statementMs: 20 * TRANSACTION_MS_MAX,
  lockMs: 2 * TRANSACTION_MS_MAX,
  idleInTransactionMs: 4 * TRANSACTION_MS_MAX,
};

/**
 * How a process divides its connections (at least 2). Transactions leave some for single statements, which need theirs
 * only for a moment, so a transaction that needs a second connection always gets one. Working jobs leave a quarter to
 * jobs that mostly wait for others, so that neither kind can take all.
 */
export function sharesOf(connections: number): { transactions: number; workingJobs: number } {
  const transactions = Math.max(1, connections - Math.max(1, Math.floor(connections / 5)));
  return { transactions, workingJobs: Math.max(1, Math.floor((transactions * 3) / 4)) };
}

/** In addition, a worker needs one connection per queue to listen on, and a few to fetch and finish jobs. */
export function engineConnections(queues: number): number {
  return queues + 3;
}

export type Waits = {
  /** Requests waiting at this moment. */
  waiting: number;
  /** Who had to wait since the process started, and for how long: all together, and the longest. */
  waits: number;
  totalMs: number;
  longestMs: number;
  /** The longest wait of the last one to two minutes, those who still wait included. */
  recentLongestMs: number;
};

const NOTICE_MS = 1_000;
const NOTICE_EVERY_MS = 60_000;
const RECENT_MS = 60_000;

/** Counts who waits for a connection, and tells in the log when that takes long: once a minute at most. */
export class WaitCount {
  private readonly total = { waiting: 0, waits: 0, totalMs: 0, longestMs: 0 };
  private sinceNotice = { waits: 0, longestMs: 0 };
  private noticedMs = Number.NEGATIVE_INFINITY;
  /** When those who wait now began, the first one first. */
  private readonly begunMs = new Set<{ ms: number }>();
  /** The longest wait that ended in the minute under way, and in the one before. */
  private recent = { minute: 0, longestMs: 0, longestBeforeMs: 0 };

  soFar(nowMs = performance.now()): Waits {
    this.turnMinute(nowMs);
    const [first] = this.begunMs;
    const stillMs = first ? nowMs - first.ms : 0;
    const { longestMs, longestBeforeMs } = this.recent;
    return { ...this.total, recentLongestMs: Math.max(stillMs, longestMs, longestBeforeMs) };
  }

  private turnMinute(nowMs: number): void {
    const minute = Math.floor(nowMs / RECENT_MS);
    if (minute === this.recent.minute) return;
    const longestBeforeMs = minute === this.recent.minute + 1 ? this.recent.longestMs : 0;
    this.recent = { minute, longestMs: 0, longestBeforeMs };
  }

  /** Notes that somebody begins to wait. @returns what to call when they wait no longer */
  begin(): () => void {
    const begun = { ms: performance.now() };
    this.begunMs.add(begun);
    this.total.waiting += 1;
    return () => {
      const nowMs = performance.now();
      const ms = nowMs - begun.ms;
      this.begunMs.delete(begun);
      this.total.waiting -= 1;
      this.total.totalMs += ms;
      this.turnMinute(nowMs);
      this.recent.longestMs = Math.max(this.recent.longestMs, ms);
      for (const each of [this.total, this.sinceNotice]) {
        each.waits += 1;
        each.longestMs = Math.max(each.longestMs, ms);
      }
      if (this.sinceNotice.longestMs < NOTICE_MS || nowMs - this.noticedMs < NOTICE_EVERY_MS) return;
      log.warn(
        { waits: this.sinceNotice.waits, longest_ms: Math.round(this.sinceNotice.longestMs) },
        "work waited for connections to the database",
      );
      this.noticedMs = nowMs;
      this.sinceNotice = { waits: 0, longestMs: 0 };
    };
  }
}

/** No connection became free in time. */
class NoConnection extends Error {
  constructor() {
    super(`No connection to the database was free within ${CONNECTION_WAIT_MS_MAX / 1000} s`);
  }
}

const inPlace = new AsyncLocalStorage<true>();

/**
 * Lets at most `places` pieces of work run at a time; the others wait in line, first come, first served. Work inside
 * other work shares its place, because otherwise it could end up waiting for itself.
 */
export function places(count: number, waits: WaitCount): <T>(work: () => Promise<T>) => Promise<T> {
  let free = count;
  const line: (() => void)[] = [];
  const take = async () => {
    if (free > 0) {
      free -= 1;
      return;
    }
    const done = waits.begin();
    try {
      await new Promise<void>((resolve, reject) => {
        const called = () => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          line.splice(line.indexOf(called), 1);
          reject(new NoConnection());
        }, CONNECTION_WAIT_MS_MAX);
        line.push(called);
      });
    } finally {
      done();
    }
  };
  const leave = () => {
    const next = line.shift();
    if (next) next();
    else free += 1;
  };
  return async (work) => {
    if (inPlace.getStore()) return work();
    await take();
    try {
      return await inPlace.run(true, work);
    } finally {
      leave();
    }
  };
}

/** The part of `pg`'s statement argument that this file needs. */
type Statement = string | { text: string; name?: string; submit?: unknown };

/**
 * Lets the server's process behind a connection go after those of others, if the embedded database runs on this machine and
 * this process works in the background: the worker's own niceness does not reach there.
 */
function yieldInDatabase(backendPid: number): void {
  const niceness = Number(process.env.BACKEND_NICENESS ?? 0);
  if (niceness === 0) return;
  try {
    os.setPriority(backendPid, niceness);
  } catch {
    // It runs as another user, or has ended.
  }
}

/**
 * A connection that knows whether it leads to the server itself or to a pooler (PgBouncer), which shares the server's
 * connections between transactions. Through a pooler, statements are not prepared and timeouts are set in each
 * transaction. Statements issued before earlier ones have ended wait for those.
 */
class ServiceClient extends pg.Client {
  isPooled = false;
  private beginLimited = "";
  private previous: Promise<unknown> | undefined;

  constructor(config?: string | pg.ClientConfig) {
    // The pool's own timeout covers waiting in line.
    super(typeof config === "string" ? config : { ...config, connectionTimeoutMillis: CONNECT_MS_MAX });
    const query = this.query.bind(this) as (...args: unknown[]) => Promise<unknown>;
    this.query = ((...args: unknown[]) => {
      args[0] = this.isPooled ? this.forPooler(args[0] as Statement) : args[0];
      const isCallback = args.some((arg) => typeof arg === "function");
      if (isCallback || (args[0] as { submit?: unknown })?.submit) return query(...args);
      return markingFailure(this.inTurn(() => query(...args)));
    }) as typeof this.query;
  }

  private inTurn<T>(ask: () => Promise<T>): Promise<T> {
    const asked = this.previous ? this.previous.then(ask) : ask();
    const settled = asked.then(
      () => {},
      () => {},
    );
    this.previous = settled;
    void settled.then(() => {
      if (this.previous === settled) this.previous = undefined;
    });
    return asked;
  }

  private forPooler(statement: Statement): unknown {
    if (typeof statement === "string" || statement.submit) return statement;
    if (statement.text === "BEGIN") return this.beginLimited;
    if (statement.name === undefined) return statement;
    const { name, ...unnamed } = statement;
    return unnamed;
  }

  /**
   * Finds out where the connection leads and sets the timeouts, in one statement. A pooler reports a process id of its
   * own making.
   */
  async settle({ statementMs, lockMs, idleInTransactionMs }: TimeLimits): Promise<void> {
    const limits = {
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    };
    const set = Object.entries(limits).map(([name, ms]) => `set_config('${name}', '${ms}', false)`);
    const setLocal = Object.entries(limits).map(([name, ms]) => `SET LOCAL ${name} = ${ms}`);
    this.beginLimited = ["BEGIN", ...setLocal].join("; ");
    // `pg` knows the id, and takes this timeout per query; its types don't say so.
    const { processID } = this as unknown as { processID: number };
    const query: pg.QueryConfig & { query_timeout: number } = {
      text: `SELECT ${set.join(", ")} WHERE pg_backend_pid() = $1`,
      values: [processID],
      query_timeout: CONNECT_MS_MAX,
    };
    this.isPooled = (await this.query(query)).rowCount === 0;
    if (!this.isPooled) yieldInDatabase(processID);
  }
}

/** Marks errors across copies of this module: each bundle of Next has its own. */
const OF_DATABASE = Symbol.for("workspace-platform.of-database");

function marked(error: unknown): unknown {
  if (error instanceof Error) Object.defineProperty(error, OF_DATABASE, { value: true });
  return error;
}

/** Passes the failure of what it is given on, as one of the database. */
function markingFailure<T>(asked: T): T {
  if (!(asked instanceof Promise)) return asked;
  return asked.catch((error: unknown) => {
    throw marked(error);
  }) as T;
}

/** Whether a pool of this service, or a connection of one, failed with this error: others have the same codes. */
export function isOfPool(error: unknown): boolean {
  return error instanceof Error && OF_DATABASE in error;
}

/** A pool whose waits are counted, and whose errors can be told from those of other servers. */
class CountingPool extends pg.Pool {
  constructor(
    config: pg.PoolConfig,
    private readonly counted: WaitCount,
  ) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => markingFailure(query(...args))) as typeof this.query;
    const connect = this.connect.bind(this) as (callback: (...args: unknown[]) => void) => void;
    const taken = (callback: (...args: unknown[]) => void) => {
      const mustWait = this.idleCount === 0 && this.totalCount >= this.options.max;
      const done = mustWait ? this.counted.begin() : undefined;
      connect((error, ...args) => {
        done?.();
        callback(marked(error), ...args);
      });
    };
    this.connect = ((callback?: (...args: unknown[]) => void) => {
      if (callback) return taken(callback);
      return new Promise<pg.PoolClient>((resolve, reject) => {
        taken((error, client) => (error ? reject(error) : resolve(client as pg.PoolClient)));
      });
    }) as typeof this.connect;
  }
}

/** Opens a pool of at most `max` connections to `url`. Callers wait while none is free, and `waits` counts them. */
export function openPool(
  url: string,
  max: number,
  limits: TimeLimits,
  waits: WaitCount,
  settings: pg.PoolConfig = {},
): pg.Pool {
  const pool = new CountingPool(
    {
      ...settings,
      connectionString: url,
      max,
      connectionTimeoutMillis: CONNECTION_WAIT_MS_MAX,
      keepAlive: true,
      Client: ServiceClient,
      onConnect: (client) => (client as ServiceClient).settle(limits),
    } as pg.PoolConfig,
    waits,
  );
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection broke"));
  // A connection that breaks in use fails its query too; without a listener, the event would end the process.
  pool.on("connect", (client) =>
    client.on("error", (error) => log.warn({ err: error }, "a database connection broke")),
  );
  return pool;
}
