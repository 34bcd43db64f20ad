import { COUNTED_DAYS_MAX } from "@/lib/ingestion/limits";
import { DAY_MS, HOUR_MS } from "@/lib/platform/limits";
import { addDays, startOfDay } from "@/lib/ui/kit/time/day";

const HOURLY_DAYS_MAX = 2;

export type Range = { since: Date; until: Date; bucket: "hour" | "day" };

/** The ranges that can be picked by name; 24 hours are counted by hour, the others by whole days of the reader. */
export const RANGES = [
  { value: "24h", label: "24 hours", days: 1 },
  { value: "7d", label: "7 days", days: 7 },
  { value: "30d", label: "30 days", days: 30 },
  { value: "90d", label: "90 days", days: 90 },
] as const;

type RangeName = (typeof RANGES)[number]["value"] | "custom";

/**
 * The range that an address asks for. Its bounds lie on the hour or at the reader's midnights, so that they don't
 * change every minute. A custom range counts whole days, in either order. An invalid range means the last week.
 */
export function rangeOf(
  { range, from, to }: { range: string; from: string; to: string },
  now: Date,
): Range & { name: RangeName } {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const [first, last] = [startOfDay(from), startOfDay(to)].sort((a, b) => Number(a) - Number(b));
  if (first && last) {
    const until = addDays(last, 1);
    // The latest days that the server can count at once.
    const earliest = addDays(until, 1 - COUNTED_DAYS_MAX);
    const since = new Date(Math.max(first.getTime(), earliest.getTime()));
    const isShort = until.getTime() - since.getTime() <= HOURLY_DAYS_MAX * DAY_MS;
    return { name: "custom", since, until, bucket: isShort ? "hour" : "day" };
  }
  if (range === "24h") {
    const until = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS);
    return { name: "24h", since: new Date(until.getTime() - DAY_MS), until, bucket: "hour" };
  }
  const { value, days } = RANGES.find((each) => each.value === range) ?? RANGES[1];
  return { name: value, since: addDays(midnight, 1 - days), until: addDays(midnight, 1), bucket: "day" };
}
