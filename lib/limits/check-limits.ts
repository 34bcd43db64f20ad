import { AppError } from "@/lib/http/app-error";
import { inProcessStore } from "@/lib/limits/in-process-store";
import { notingCounting } from "@/lib/limits/note-counting";
import { redisStore, upstashStore } from "@/lib/limits/shared-store";
import { LIMITS, type LimitName, type LimitStore } from "@/lib/limits/table";
import { env } from "@/lib/platform/env";
import { metrics } from "@/lib/platform/metrics";

// Next evaluates modules once per bundle: without this, each route bundle would count for itself.
const holder = globalThis as typeof globalThis & { limitStore?: LimitStore };

function configuredStore(): LimitStore {
  holder.limitStore ??= (() => {
    const { UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN, REDIS_URL } = env();
    if (UPSTASH_REDIS_REST_URL && UPSTASH_REDIS_REST_TOKEN) {
      return upstashStore(UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN);
    }
    return REDIS_URL ? redisStore(REDIS_URL) : notingCounting(inProcessStore());
  })();
  return holder.limitStore;
}

const WORDS_OF_WINDOW: Record<number, string> = { 3600: "an hour", 86400: "a day" };

function inWords(windowS: number): string {
  return WORDS_OF_WINDOW[windowS] ?? `${windowS} s`;
}

/**
 * Counts one request under all its limits, each with a `weight` (default 1). A refused request uses up none of them. If
 * a shared store fails or hangs, the request passes within 600 ms (requirements, "Limits": fail-open).
 * @throws AppError too_many_requests, naming the limit that takes longest to pass, with the seconds until then
 */
export async function checkLimits(
  checks: readonly { limit: LimitName; key: string; weight?: number }[],
  now: Date,
  store: LimitStore = configuredStore(),
): Promise<void> {
  const uses = checks
    .map(({ limit, key, weight = 1 }) => ({ limit, key, weight }))
    .filter((use) => use.weight > 0);
  const never = uses.find((use) => use.weight > LIMITS[use.limit].countMax);
  const refusal = never
    ? { limit: never.limit, waitMs: LIMITS[never.limit].windowS * 1000 }
    : await store.take(uses, now);
  metrics()?.limitChecks.inc({ result: refusal === "skipped" ? refusal : refusal ? "refused" : "passed" });
  if (refusal === null || refusal === "skipped") return;
  const { subject, countMax, windowS } = LIMITS[refusal.limit];
  throw new AppError(
    "too_many_requests",
    `Too many ${subject}: at most ${countMax} in ${inWords(windowS)}.`,
    {
      retryAfterS: Math.ceil(refusal.waitMs / 1000),
    },
  );
}

/** Whether the store of the limits answers, within 0.5 s; while it does not, requests pass without limits. */
export function limitStoreAnswers(): Promise<boolean> {
  return configuredStore().answers();
}
