import { BUCKET_S } from "@/lib/tracker/enrichment/limits";
import type { Stretch } from "@/lib/tracker/enrichment/rules";

/** The buckets that a range covers only in part, and which part; none, one or two. */
export function edgesOf(range: Stretch): { bucket: number; stretch: Stretch }[] {
  const bucketOf = (second: number) => Math.floor(second / BUCKET_S) * BUCKET_S;
  const buckets = new Set([range.from, range.to].filter((second) => second % BUCKET_S !== 0).map(bucketOf));
  return Array.from(buckets, (bucket) => ({
    bucket,
    stretch: { from: Math.max(bucket, range.from), to: Math.min(bucket + BUCKET_S, range.to) },
  })).filter(({ stretch }) => stretch.from < stretch.to);
}
