import { setTimeout as delay } from "node:timers/promises";
import { Ratelimit } from "@upstash/ratelimit";
import { Redis as UpstashRedis } from "@upstash/redis";
import { Redis } from "ioredis";
import {
  LIMIT_GIVE_BACK_MS_MAX,
  LIMIT_STORE_TIMEOUT_MS,
  LIMITS,
  type LimitName,
  type LimitStore,
  type LimitUse,
  longest,
  type Refusal,
} from "@/lib/limits/table";
import { log } from "@/lib/platform/log";

/** All that the limiter asks of a Redis client. */
type Scripts = Pick<UpstashRedis, "eval" | "evalsha">;

const WARNING_INTERVAL_MS = 60_000;
const RECONNECT_MS_MAX = 2_000;

/**
 * Counts in a store that all instances share, by the sliding windows of `@upstash/ratelimit`: the count of the minute
 * under way, plus that part of the last minute's which the window still covers. A store that errs or does not answer
 * in time lets the use pass (requirements, "Limits": fail-open), and a warning says so once a minute.
 *
 * All limits of a request are asked at once. When one refuses, what the others counted is given back, so that a device
 * over its own limit can't use up its project's. A refused use that would have crossed the limit from below does count,
 * once: the library adds first and judges afterwards.
 */
function sharedStore(scripts: Scripts, ping: () => Promise<unknown>, close: () => Promise<void>): LimitStore {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([name, { countMax, windowS }]) => [
      name,
      new Ratelimit({
        // The type asks for the whole client; its code, for what `Scripts` has.
        redis: scripts as UpstashRedis,
        prefix: `limits:${name}`,
        limiter: Ratelimit.slidingWindow(countMax, `${windowS} s`),
        timeout: LIMIT_STORE_TIMEOUT_MS,
        // It would refuse until the minute is over, although the window slides, and forget nobody.
        ephemeralCache: false,
        enableTelemetry: false,
      }),
    ]),
  ) as Record<LimitName, Ratelimit>;
  let warnedAtMs = 0;

  function warn(error: unknown, now: Date): void {
    if (now.getTime() - warnedAtMs < WARNING_INTERVAL_MS) return;
    warnedAtMs = now.getTime();
    log.warn({ err: error }, "the limit store does not answer; requests pass without limits");
  }

  async function ask(use: LimitUse, now: Date): Promise<{ counted: boolean; refusal: Refusal | null }> {
    const { countMax, windowS } = LIMITS[use.limit];
    try {
      const answer = await limiters[use.limit].limit(use.key, { rate: use.weight });
      if (answer.reason === "timeout") throw new Error(`No answer within ${LIMIT_STORE_TIMEOUT_MS} ms`);
      if (answer.success) return { counted: true, refusal: null };
      // `reset` is the end of the counted minute, of which the window then still covers all: a little must slide out.
      const passesAtMs = answer.reset + (use.weight / countMax) * windowS * 1000;
      const waitMs = Math.min(Math.max(passesAtMs - now.getTime(), 1), windowS * 1000);
      return { counted: false, refusal: { limit: use.limit, waitMs } };
    } catch (error) {
      warn(error, now);
      return { counted: false, refusal: null };
    }
  }

  async function giveBack(uses: readonly LimitUse[], now: Date): Promise<void> {
    await Promise.all(uses.map((use) => limiters[use.limit].limit(use.key, { rate: -use.weight }))).catch(
      (error: unknown) => warn(error, now),
    );
  }

  return {
    async take(uses, now) {
      const answers = await Promise.all(uses.map((use) => ask(use, now)));
      const refusals = answers.flatMap(({ refusal }) => refusal ?? []);
      if (refusals.length === 0) return null;
      const counted = uses.filter((_, index) => answers[index]?.counted);
      await Promise.race([giveBack(counted, now), delay(LIMIT_GIVE_BACK_MS_MAX, undefined, { ref: false })]);
      return longest(refusals);
    },
    answers: () =>
      Promise.race([
        ping().then(
          () => true,
          () => false,
        ),
        delay(LIMIT_STORE_TIMEOUT_MS, false, { ref: false }),
      ]),
    close,
  };
}

/** Counts in Upstash, over its REST interface. */
export function upstashStore(url: string, token: string): LimitStore {
  const redis = new UpstashRedis({
    url,
    token,
    retry: { retries: 0 },
    // A request that nobody waits for any more must not linger.
    signal: () => AbortSignal.timeout(LIMIT_STORE_TIMEOUT_MS),
    enableTelemetry: false,
  });
  return sharedStore(
    redis,
    () => redis.ping(),
    async () => {},
  );
}

/** The library's scripts begin with a flag line for Upstash's own server, which others refuse to compile. */
function withoutFlags(script: string): string {
  return script.replace(/^#!lua.*\n/, "");
}

/**
 * Counts in a Redis server. While there is no connection, nothing queues: uses pass at once, and the connection is
 * tried again in the background. A connection that stops answering is given up and made anew.
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
  const scripts = {
    // Sends the library on to `eval`: its hash is of the script with the flag line.
    evalsha: async () => {
      throw new Error("NOSCRIPT");
    },
    eval: async (script: string, keys: string[], args: unknown[]) => {
      await firstAttempt;
      return client.eval(withoutFlags(script), keys.length, ...keys, ...args.map(String));
    },
  };
  return sharedStore(
    scripts as Scripts,
    () => firstAttempt.then(() => client.ping()),
    async () => client.disconnect(),
  );
}
