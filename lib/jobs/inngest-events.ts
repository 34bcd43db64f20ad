import { INNGEST_WAIT_MS_MAX } from "@/lib/jobs/limits";

/** What an event carries. */
export type EventData = {
  payload: unknown;
  dedupe_key: string | null;
  concurrency_key: string | null;
  /** The beginning of its id. */
  event_id?: string | null;
  /** The actual due time, if that is later than Inngest keeps an event: it is deferred again until then. */
  due_at?: string;
};

export const NO_DATA: EventData = { payload: {}, dedupe_key: null, concurrency_key: null };

/**
 * The event that tells a batched job about work that will become due: an ordinary one would start the batch at once.
 */
export function laterEvent(jobName: string): string {
  return `${jobName}.later`;
}

/** An event's time and data, so that it runs at `at`, or is deferred again if that is too far ahead. */
export function timed(at: Date, data: EventData, now: Date): { ts: number; data: EventData } {
  const { due_at: _, ...rest } = data;
  const latestMs = now.getTime() + INNGEST_WAIT_MS_MAX;
  if (at.getTime() <= latestMs) return { ts: at.getTime(), data: rest };
  return { ts: latestMs, data: { ...rest, due_at: at.toISOString() } };
}

/** Until when an event must be deferred again; null if it is due. */
export function putOffUntil({ due_at }: EventData, now: Date): Date | null {
  if (due_at === undefined) return null;
  const dueAt = new Date(due_at);
  return dueAt > now ? dueAt : null;
}
