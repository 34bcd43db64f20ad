import { setTimeout as delay } from "node:timers/promises";
import { Redis as UpstashRedis } from "@upstash/redis";
import { Redis } from "ioredis";
import { CircuitBreaker } from "@/lib/limits/circuit-breaker";
import { refusedForMs, scriptInput, TAKE_SCRIPT } from "@/lib/limits/script";
import { LIMIT_STORE_TIMEOUT_MS, type LimitStore, longest, type Refusal } from "@/lib/limits/table";
import { log } from "@/lib/platform/log";

const WARNING_INTERVAL_MS = 60_000;
const RECONNECT_MS_MAX = 2_000;
/** Longer than anybody waits, so that it is our own clock that says why. */
const ABANDONED_CALL_MS = LIMIT_STORE_TIMEOUT_MS + 100;

type Client = {
  /** Runs `TAKE_SCRIPT` by its hash; its text is sent only where the server does not know it yet. */
  take(keys: string[], args: string[]): Promise<unknown>;
  close(): Promise<void>;
};

/** A count of no limit's own: a server may answer a PING and refuse to write, as a replica or one whose memory is full. */
const PROBE = { keys: ["limits:probe:0", "limits:probe:1"], windowMs: 1_000 };

const LATE = Symbol("no answer in time");

function inTime<T>(answer: Promise<T>): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, LIMIT_STORE_TIMEOUT_MS, LATE);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function isPositions(answer: unknown, most: number): answer is number[] {
  return Array.isArray(answer) && answer.every((at) => Number.isInteger(at) && at >= 1 && at <= most);
}

/**
 * Counts in a store that all instances share, with one call for all limits of a request (`lib/limits/script.ts`). If
 * the store fails or does not answer in time, the request passes (requirements, "Limits": fail-open), and a warning is
 * logged once a minute; a store that stays silent is left alone for a while, so that requests don't wait for it.
 */
function sharedStore(client: Client): LimitStore {
  const breaker = new CircuitBreaker();
  let warnedAtMs = 0;

  function warn(error: unknown, now: Date): void {
    if (now.getTime() - warnedAtMs < WARNING_INTERVAL_MS) return;
    warnedAtMs = now.getTime();
    log.warn({ err: error }, "the limit store does not answer; requests pass without limits");
  }

  return {
    async take(uses, now) {
      if (uses.length === 0) return null;
      if (!breaker.mayCall(performance.now())) return "skipped";
      const nowMs = now.getTime();
      const { keys, args } = scriptInput(uses, nowMs);
      try {
        const answer = await inTime(client.take(keys, args));
        if (answer === LATE) {
          breaker.timedOut(performance.now());
          warn(new Error(`No answer within ${LIMIT_STORE_TIMEOUT_MS} ms`), now);
          return "skipped";
        }
        breaker.answered();
        if (!isPositions(answer, uses.length)) throw new Error("The limit store answered something else");
        return longest(
          answer.flatMap((at): Refusal[] => {
            const use = uses[at - 1];
            return use ? [{ limit: use.limit, waitMs: refusedForMs(use, nowMs) }] : [];
          }),
        );
      } catch (error) {
        breaker.answered();
        warn(error, now);
        return "skipped";
      }
    },
    answers: () =>
      Promise.race([
        client
          .take(PROBE.keys, [Date.now(), Number.MAX_SAFE_INTEGER, PROBE.windowMs, 1].map(String))
          .then(Array.isArray, () => false),
        delay(LIMIT_STORE_TIMEOUT_MS, false, { ref: false }),
      ]),
    close: () => client.close(),
  };
}

/** Counts in Upstash, over its REST interface. */
export function upstashStore(url: string, token: string): LimitStore {
  const redis = new UpstashRedis({
    url,
    token,
    retry: { retries: 0 },
    // A request that nobody waits for any more must not linger.
    signal: () => AbortSignal.timeout(ABANDONED_CALL_MS),
    enableTelemetry: false,
  });
  // The flag is for Upstash's own server: other scripts may run beside it, as long as they use other keys.
  const script = redis.createScript<unknown>(`#!lua flags=allow-key-locking\n${TAKE_SCRIPT}`);
  return sharedStore({
    take: (keys, args) => script.exec(keys, args),
    close: async () => {},
  });
}

/** What `defineCommand` adds to a client. */
type Taking = { takeLimits(keys: number, ...keysAndArgs: string[]): Promise<unknown> };

/**
 * Counts in a Redis server. Without a connection nothing queues: uses pass at once, and reconnecting continues in the
 * background. A connection that stops answering is replaced.
 */
export function redisStore(url: string): LimitStore {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: LIMIT_STORE_TIMEOUT_MS,
    socketTimeout: 2 * LIMIT_STORE_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, RECONNECT_MS_MAX),
  });
  // Without a listener, a lost connection would end the process. The failing uses are what gets logged.
  client.on("error", () => {});
  const firstAttempt = client.connect().catch(() => {});
  client.defineCommand("takeLimits", { lua: TAKE_SCRIPT });
  const taking = client as unknown as Taking;
  return sharedStore({
    take: async (keys, args) => {
      await firstAttempt;
      return taking.takeLimits(keys.length, ...keys, ...args);
    },
    close: async () => client.disconnect(),
  });
}
