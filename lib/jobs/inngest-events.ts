import { INNGEST_WAIT_MS_MAX } from "@/lib/jobs/limits";

/** What an event carries. */
export type EventData = {
  payload: unknown;
  dedupe_key: string | null;
  concurrency_key: string | null;
  /** With what its id is to begin. */
  event_id?: string | null;
  /** When it is due in truth, where that is later than Inngest keeps an event: it is put off again until then. */
  due_at?: string;
};

export const NO_DATA: EventData = { payload: {}, dedupe_key: null, concurrency_key: null };

/** The event by which a batched job is told that something will be due: its batches would start at once. */
export function laterEvent(jobName: string): string {
  return `${jobName}.later`;
}

/** An event's time and data, so that it is run at `at`, or is put off again, where that is too far ahead. */
export function timed(at: Date, data: EventData, now: Date): { ts: number; data: EventData } {
  const { due_at: _, ...rest } = data;
  const latestMs = now.getTime() + INNGEST_WAIT_MS_MAX;
  if (at.getTime() <= latestMs) return { ts: at.getTime(), data: rest };
  return { ts: latestMs, data: { ...rest, due_at: at.toISOString() } };
}

/** When an event is to be put off again; null when it is due. */
export function putOffUntil({ due_at }: EventData, now: Date): Date | null {
  if (due_at === undefined) return null;
  const dueAt = new Date(due_at);
  return dueAt > now ? dueAt : null;
}
