import { ANSWER_SHARED_MS, FAILURE_SHARED_MS } from "@/lib/health/limits";

/**
 * Shares one answer among all who ask while it is being computed and for a second afterwards; a failure for 0.1 s. So a
 * flood of callers costs no more than one that asks all the time.
 */
export function sharedAnswer<T>(make: (now: Date) => Promise<T>): (now: Date) => Promise<T> {
  let latest: { answer: Promise<T>; endsAtMs: number } | undefined;
  return (now) => {
    if (latest && performance.now() < latest.endsAtMs) return latest.answer;
    const entry = { answer: make(now), endsAtMs: Number.POSITIVE_INFINITY };
    const keepFor = (ms: number) => () => {
      entry.endsAtMs = performance.now() + ms;
    };
    entry.answer.then(keepFor(ANSWER_SHARED_MS), keepFor(FAILURE_SHARED_MS));
    latest = entry;
    return entry.answer;
  };
}
