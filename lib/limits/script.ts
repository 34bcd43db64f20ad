import { LIMITS, type LimitUse } from "@/lib/limits/table";

/**
 * Counts all limits of a request in one step, by sliding windows of two buckets: the count of the window under way, plus
 * that part of the last one's which the sliding window still covers. Either all uses are counted or none, and the answer
 * is the positions (from 1) of those that their limits refuse.
 *
 * KEYS: two for each use, the buckets of this window and of the one before. ARGV: the time in ms, then for each use its
 * limit, its window in ms, and its weight. The sum and the keys are those of `@upstash/ratelimit`, by which earlier
 * versions counted, one call for each limit.
 */
export const TAKE_SCRIPT = `local now = tonumber(ARGV[1])
local counts = redis.call('MGET', unpack(KEYS))
local refused = {}
for i = 1, #KEYS / 2 do
  local limit, window, weight = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  local current, previous = tonumber(counts[2 * i - 1] or 0), tonumber(counts[2 * i] or 0)
  local covered = 1 - (now % window) / window
  if math.floor(covered * previous) + current + weight > limit then refused[#refused + 1] = i end
end
if #refused > 0 then return refused end
for i = 1, #KEYS / 2 do
  local window, weight = tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  if redis.call('INCRBY', KEYS[2 * i - 1], weight) == weight then
    redis.call('PEXPIRE', KEYS[2 * i - 1], 2 * window + 1000)
  end
end
return refused`;

/** What the script is called with for these uses at `nowMs`. */
export function scriptInput(uses: readonly LimitUse[], nowMs: number): { keys: string[]; args: string[] } {
  const keys = uses.flatMap(({ limit, key }) => {
    const bucket = Math.floor(nowMs / (LIMITS[limit].windowS * 1000));
    return [`limits:${limit}:${key}:${bucket}`, `limits:${limit}:${key}:${bucket - 1}`];
  });
  const numbers = uses.flatMap(({ limit, weight }) => {
    const { countMax, windowS } = LIMITS[limit];
    return [countMax, windowS * 1000, weight];
  });
  return { keys, args: [nowMs, ...numbers].map(String) };
}

/**
 * How long until a refused use may pass, in ms: at the end of its bucket the window still covers all of it, so a little
 * must slide out after that.
 */
export function refusedForMs({ limit, weight }: LimitUse, nowMs: number): number {
  const { countMax, windowS } = LIMITS[limit];
  const windowMs = windowS * 1000;
  const bucketEndMs = (Math.floor(nowMs / windowMs) + 1) * windowMs;
  return Math.min(bucketEndMs - nowMs + (weight / countMax) * windowMs, windowMs);
}
