import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import {
  CONNECTION_WAIT_MS_MAX,
  isOfPool,
  openPool,
  places,
  REQUEST_LIMITS,
  sharesOf,
  TRANSACTION_MS_MAX,
  WaitCount,
  type Waits,
  WORKER_LIMITS,
} from "@/lib/platform/connections";
import { env } from "@/lib/platform/env";
import { Prisma, PrismaClient } from "@/lib/platform/prisma/client";

export { Prisma };

/** What store functions take: the client itself or one of its transactions. */
export type Db = Omit<PrismaClient, "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends">;

/**
 * A statement is prepared once it was run this often, up to this many statements: each costs every connection some
 * memory.
 */
const REPEATED_TIMES = 3;
const PREPARED_MAX = 200;

let isWorker = false;

/**
 * Sets up this process's connections for the worker, before its first query: directly to the server, with enough time
 * for jobs that go through whole tables. Repeated statements are prepared once per connection, because planning a small
 * one takes Postgres longer than running it. The worker finds rows by their keys; web requests don't prepare, because a
 * list with filters may get a better plan for its actual values.
 */
export function connectAsWorker(): void {
  isWorker = true;
}

/** Names statements for `pg`, which prepares those that have a name. */
function statementNames(): (query: { sql: string }) => string {
  const times = new Map<string, number>();
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= PREPARED_MAX) return "";
    const seen = (times.get(sql) ?? 0) + 1;
    if (seen < REPEATED_TIMES) {
      // Texts that differ each time must not pile up.
      if (times.size >= PREPARED_MAX) times.clear();
      times.set(sql, seen);
      return "";
    }
    times.delete(sql);
    const name = `repeated-${names.size}`;
    names.set(sql, name);
    return name;
  };
}

type Connections = {
  client: PrismaClient;
  pool: pg.Pool;
  /** A separate connection with which the process checks on its database. */
  lookout: pg.Pool;
  waits: WaitCount;
  inPlace: ReturnType<typeof places>;
};

// Next evaluates modules once per bundle: without this, each route bundle would open a pool of its own.
const holder = globalThis as typeof globalThis & { platformDatabase?: Connections };

function connections(): Connections {
  holder.platformDatabase ??= (() => {
    const { DATABASE_URL, DIRECT_DATABASE_URL, DATABASE_POOL_MAX } = env();
    const waits = new WaitCount();
    const url = isWorker ? DIRECT_DATABASE_URL : DATABASE_URL;
    const pool = openPool(url, DATABASE_POOL_MAX, isWorker ? WORKER_LIMITS : REQUEST_LIMITS, waits);
    // Kept open, because when it is needed most there may be no room for a new one.
    const lookout = openPool(url, 1, REQUEST_LIMITS, new WaitCount(), { idleTimeoutMillis: 0 });
    const adapter = new PrismaPg(pool, isWorker ? { statementNameGenerator: statementNames() } : {});
    const inPlace = places(sharesOf(DATABASE_POOL_MAX).transactions, waits);
    return { client: new PrismaClient({ adapter }), pool, lookout, waits, inPlace };
  })();
  return holder.platformDatabase;
}

/** How many wait for one of this process's connections now, and how many have waited since it started. */
export function connectionWaits(): Waits {
  return connections().waits.soFar();
}

/** The current state of this process's connections, for monitoring. */
export function connectionState() {
  const { pool: open, waits } = connections();
  const { waiting, waits: count, totalMs, recentLongestMs } = waits.soFar();
  return {
    total: open.totalCount,
    idle: open.idleCount,
    waiting,
    waits: count,
    waitMs: totalMs,
    recentLongestMs,
  };
}

/** The database, through Prisma. For stores only. */
export function db(): PrismaClient {
  return connections().client;
}

/** The connections behind `db()`, for code that talks to Postgres without Prisma: the job engine and hot statements. */
export function pool(): pg.Pool {
  return connections().pool;
}

/**
 * Runs a statement on a hot path: without Prisma, which would copy large parameters several times, and prepared once
 * per connection under `name`, because planning a small statement takes Postgres longer than running it. The same name
 * must always have the same text.
 */
export async function runPrepared<Row extends pg.QueryResultRow>(
  name: string,
  { text, values }: Pick<Prisma.Sql, "text" | "values">,
): Promise<Row[]> {
  return (await pool().query<Row>({ name, text, values })).rows;
}

async function askOf<Row extends pg.QueryResultRow>(
  asked: pg.Pool,
  text: string,
  values: unknown[],
  msMax: number,
): Promise<Row[]> {
  // `pg` accepts this timeout per query, though its types allow it for connections only; it starts once a connection is
  // there.
  const query: pg.QueryConfig & { query_timeout: number } = { text, values, query_timeout: msMax };
  const answer = asked.query<Row>(query);
  const first = await Promise.race([answer, sleep(msMax, null, { ref: false })]);
  if (first) return first.rows;
  answer.catch(() => {});
  throw new Error("The database does not answer in time");
}

/**
 * Queries the database within `msMax`, including the wait for a connection.
 * @throws if there is no answer in time
 */
export function askInTime<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[],
  msMax: number,
): Promise<Row[]> {
  return askOf(connections().pool, text, values, msMax);
}

/**
 * The same on a reserved connection, so that a database is not taken for down just because all other connections are in
 * use.
 */
export function askApart<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[],
  msMax: number,
): Promise<Row[]> {
  return askOf(connections().lookout, text, values, msMax);
}

let asking: Promise<boolean> | undefined;

/** Whether the database answers a query within `msMax`. Callers at the same time share one query. */
export function databaseAnswers(msMax: number): Promise<boolean> {
  asking ??= askApart("SELECT 1", [], msMax)
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

const AWAY = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  // The socket of a server that is stopped. Nothing else that the database says is about a file.
  "ENOENT",
  // Shut down, crashed, starting up, or too many connections.
  "57P01",
  "57P02",
  "57P03",
  "53300",
  // Prisma's names for some of these, of which it passes no code on.
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
  "TooManyConnections",
]);

/**
 * Whether a call to the database failed because the server can't be reached at the moment: the same may work later. Of a
 * statement whose connection ended nobody knows whether it took effect.
 * @param error of `pg` or Prisma: those of other servers, which have the same codes, are judged by `isUnreachable`
 */
export function saysUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { state, text } = causeOf(error);
  const code = String(state ?? "");
  // What breaks off on the way has no code.
  const brokeOff =
    /^Connection terminated|connection error and is not queryable|timeout e(xceeded|xpired)/.test(text);
  return AWAY.has(code) || code.startsWith("08") || brokeOff;
}

/** The same of any error: whether it is one of the database, and says so. */
export function isUnreachable(error: unknown): boolean {
  const isOfDatabase = isOfPool(error) || error instanceof Prisma.PrismaClientKnownRequestError;
  return isOfDatabase && saysUnreachable(error);
}

/** Closes every connection, for a process that stops and for tests. */
export async function closeDatabase(): Promise<void> {
  const open = holder.platformDatabase;
  delete holder.platformDatabase;
  await open?.client.$disconnect();
  await Promise.all([open?.pool.end(), open?.lookout.end()]);
}

type LastStep = (tx: Db) => Promise<void>;

const lastSteps = new AsyncLocalStorage<LastStep>();

/** Runs `work`. Each of its transactions ends with `last`, so that both commit together or not at all. */
export function endingTransactionsWith<T>(last: LastStep, work: () => Promise<T>): Promise<T> {
  return lastSteps.run(last, work);
}

/**
 * Runs `work` in one transaction (read committed): everything is kept, or nothing, for example if it takes longer than
 * `msMax` after its start. If too many transactions are running it first waits for its turn; `msMax` does not count
 * that wait.
 * @throws NoConnection if its turn did not come within two minutes
 */
export function transaction<T>(work: (tx: Db) => Promise<T>, msMax = TRANSACTION_MS_MAX): Promise<T> {
  const { client, inPlace } = connections();
  const last = lastSteps.getStore();
  const whole = async (tx: Db) => {
    const result = await work(tx);
    await last?.(tx);
    return result;
  };
  return inPlace(() => client.$transaction(whole, { timeout: msMax, maxWait: CONNECTION_WAIT_MS_MAX }));
}

/** Runs a part of a transaction that may fail on its own: what it wrote is undone, and the rest can go on. */
export async function savepoint<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  await tx.$executeRaw`SAVEPOINT part`;
  try {
    const result = await work();
    await tx.$executeRaw`RELEASE SAVEPOINT part`;
    return result;
  } catch (error) {
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT part`;
    throw error;
  }
}

/** Locks a name until the transaction ends, for what has no row to lock: of two that ask, the second one waits. */
export async function lockName(tx: Db, name: string): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text`;
}

/**
 * Leaves out rows whose `parent` is gone, whatever its type says: Prisma reads it by a second statement, and somebody may
 * have deleted it, and the rows with it, between the two.
 */
export function withParent<Row>(rows: readonly Row[], parent: keyof Row): Row[] {
  return rows.filter((row) => row[parent] !== null);
}

/** The name of the unique index that an error says was violated, or null when it is another kind of error. */
export function violatedKey(error: unknown): string | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== "P2002") return null;
  const meta = error.meta as
    | { driverAdapterError?: { cause?: { constraint?: { index?: string } } } }
    | undefined;
  return meta?.driverAdapterError?.cause?.constraint?.index ?? "unknown";
}

/**
 * Postgres' error codes for a statement that was canceled by a timeout or on request, for a row without its parent, and,
 * from Postgres 18 on, for a row that another one forbids to delete.
 */
const QUERY_CANCELED = "57014";
const FOREIGN_KEY_VIOLATION = "23503";
const RESTRICT_VIOLATION = "23001";

/** How Postgres tells of the parent's side, for which it has the same code as for the child's up to version 17. */
const PARENT_VIOLATION = /^update or delete on table /;

/** Postgres' code and message for what went wrong, in an error of Prisma's or of `pg`. */
function causeOf(error: unknown): { state?: string | undefined; text: string } {
  const { code, message, meta } = (error ?? {}) as {
    code?: string;
    message?: string;
    meta?: {
      driverAdapterError?: { cause?: { kind?: string; originalCode?: string; originalMessage?: string } };
    };
  };
  const cause = meta?.driverAdapterError?.cause;
  return { state: cause?.originalCode ?? cause?.kind ?? code, text: cause?.originalMessage ?? message ?? "" };
}

/** Whether the database canceled a statement that exceeded its `statement_timeout`. */
export function isOverTime(error: unknown): boolean {
  return causeOf(error).state === QUERY_CANCELED;
}

/** Whether a row could not be stored because what it refers to is gone: somebody deleted it after it was found. */
export function lacksParent(error: unknown): boolean {
  const { state, text } = causeOf(error);
  return state === FOREIGN_KEY_VIOLATION && !PARENT_VIOLATION.test(text);
}

/** Whether a row could not be deleted because another one refers to it: somebody added that after it was looked for. */
export function hasChildren(error: unknown): boolean {
  const { state, text } = causeOf(error);
  return state === RESTRICT_VIOLATION || (state === FOREIGN_KEY_VIOLATION && PARENT_VIOLATION.test(text));
}

/**
 * The model of a row that could not be changed or deleted because it is gone: somebody deleted it after it was found. Null
 * when it is another kind of error.
 */
export function goneModel(error: unknown): string | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== "P2025") return null;
  const { modelName } = (error.meta ?? {}) as { modelName?: string };
  return modelName ?? "unknown";
}

/** Escapes a text for use in a LIKE pattern. Prisma does not escape `%` and `_` either. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** A filter for texts that are `text`, in either case. */
export function equalling(text: string): { equals: string; mode: "insensitive" } {
  return { equals: escapeLike(text), mode: "insensitive" };
}

/** A filter for texts that contain `part`, in either case. */
export function containing(part: string): { contains: string; mode: "insensitive" } {
  return { contains: escapeLike(part), mode: "insensitive" };
}
