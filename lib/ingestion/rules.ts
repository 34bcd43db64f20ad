import { firstFault } from "@/lib/http/issue-words";
import { isLargerAsJson, judgeEach } from "@/lib/http/judge-each";
import { unstorablePath } from "@/lib/http/request-body";
import {
  COUNTED_TYPES_MAX,
  PRODUCT_EVENT_AGE_DAYS_MAX,
  PRODUCT_EVENT_AHEAD_HOURS_MAX,
  PRODUCT_EVENT_BYTES_MAX,
} from "@/lib/ingestion/limits";
import { type EVENT_REJECTION_REASONS, type ProductEventCounts, SentEvent } from "@/lib/ingestion/schema";
import { DAY_MS, HOUR_MS } from "@/lib/platform/limits";

type Reason = (typeof EVENT_REJECTION_REASONS)[number];
type Refusal = { reason: Reason; detail?: string };
type Rejection = Refusal & { event_id: string | null; index: number };
export type ValidEvent = SentEvent & { occurredAt: Date };

function judge(sent: unknown, now: Date): { event: ValidEvent } | Refusal {
  if (isLargerAsJson(sent, PRODUCT_EVENT_BYTES_MAX)) {
    return { reason: "too_large", detail: `An event holds at most ${PRODUCT_EVENT_BYTES_MAX} bytes` };
  }
  const result = SentEvent.safeParse(sent);
  if (!result.success) {
    return { reason: "invalid", detail: firstFault(result.error) };
  }
  // Of the properties as they were sent. Also finds what is nested more deeply than Postgres reads JSON.
  const { properties } = sent as SentEvent;
  const path = unstorablePath({ ...result.data, properties });
  if (path !== null) {
    return { reason: "invalid", detail: `${path.slice(0, 200)}: can't be stored` };
  }
  const { occurred_at } = result.data;
  const occurred = occurred_at ? Date.parse(occurred_at) : now.getTime();
  const earliest = now.getTime() - PRODUCT_EVENT_AGE_DAYS_MAX * DAY_MS;
  const latest = now.getTime() + PRODUCT_EVENT_AHEAD_HOURS_MAX * HOUR_MS;
  // Not `occurred < earliest || …`: a time that can't be read is NaN, and must fail too.
  if (!(occurred >= earliest && occurred <= latest)) return { reason: "occurred_at_out_of_range" };
  return { event: { ...result.data, occurredAt: new Date(Math.min(occurred, now.getTime())) } };
}

/**
 * Judges each event of an upload by itself: those to store, and those refused with why. Both bounds of the time window
 * are inclusive, and what lies ahead of now happened now. `valid + rejected` is always what came in.
 */
export function judgeProductEvents(
  sent: readonly unknown[],
  now: Date,
): { valid: ValidEvent[]; rejected: Rejection[] } {
  return judgeEach(sent, (each) => judge(each, now));
}

/** How many events of a type fell into a bucket; one row per pair that has any. */
export type BucketCount = { type: string; bucket: number; count: number };

/**
 * Turns counts into a plot's series: a number for each bucket, most frequent type first, and those beyond the first
 * `COUNTED_TYPES_MAX` added up.
 */
export function toSeries(buckets: readonly Date[], rows: readonly BucketCount[]): ProductEventCounts {
  const countsOf = new Map<string, number[]>();
  for (const { type, bucket, count } of rows) {
    const counts = countsOf.get(type) ?? buckets.map(() => 0);
    counts[bucket] = count;
    countsOf.set(type, counts);
  }
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const series = [...countsOf]
    .map(([type, counts]) => ({ type, total: sum(counts), counts }))
    .sort((a, b) => b.total - a.total || (a.type < b.type ? -1 : 1));
  const rest = series.slice(COUNTED_TYPES_MAX);
  const counts = buckets.map((_, bucket) => sum(rest.map((each) => each.counts[bucket] ?? 0)));
  return {
    buckets: buckets.map((bucket) => bucket.toISOString()),
    series: series.slice(0, COUNTED_TYPES_MAX),
    other: rest.length > 0 ? { types: rest.length, total: sum(counts), counts } : null,
    total: sum(series.map(({ total }) => total)),
  };
}
