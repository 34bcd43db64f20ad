import {
  HEARTBEAT_MISSED_MS_MAX,
  HEARTBEAT_SILENT_MS_MAX,
  HEARTBEAT_UNWATCHED_MS_MAX,
  SCHEDULE_LOOK_BACK_MINUTES,
} from "@/lib/jobs/limits";

/** What is seen of a worker: its latest beat, and whether its connection to the database is there. */
export type Sign = { workerId: string; beat: string; isConnected: boolean };

/**
 * Watches workers and finds those that are dead: a beat that does not change for 8 s while the connection is gone, or
 * for 60 s at all. A worker whose processor or database is slow keeps its connection, and so its life.
 * @returns takes what is seen now, and the watcher's own steady clock in ms; only time that the watcher itself saw pass
 * counts, so that neither a clock that jumps nor a database that was away for all can kill a worker
 */
export function watchWorkers(): (signs: readonly Sign[], nowMs: number) => Sign[] {
  let seen = new Map<string, { beat: string; sinceMs: number }>();
  let lookedMs = Number.NEGATIVE_INFINITY;
  return (signs, nowMs) => {
    const before = nowMs - lookedMs > HEARTBEAT_UNWATCHED_MS_MAX ? new Map() : seen;
    lookedMs = nowMs;
    seen = new Map(
      signs.map(({ workerId, beat }) => {
        const known = before.get(workerId);
        return [workerId, known?.beat === beat ? known : { beat, sinceMs: nowMs }];
      }),
    );
    return signs.filter(({ workerId, isConnected }) => {
      const quietMs = nowMs - (seen.get(workerId)?.sinceMs ?? nowMs);
      return quietMs >= (isConnected ? HEARTBEAT_SILENT_MS_MAX : HEARTBEAT_MISSED_MS_MAX);
    });
  };
}

/** A minute as cron expressions see it, in UTC; months and days of the month count from 1, days of the week from Sunday. */
export type CronMinute = { min: number; hour: number; date: number; month: number; dow: number };

const MINUTE_MS = 60_000;

/**
 * The last minute that a schedule names after `after` and up to `until`, looking back for 25 hours at most: what was
 * missed several times is made up for once. Null when there is none.
 */
export function lastDue(names: (minute: CronMinute) => boolean, after: Date, until: Date): Date | null {
  const latestMs = Math.floor(until.getTime() / MINUTE_MS) * MINUTE_MS;
  const earliestMs = Math.max(after.getTime() + 1, latestMs - SCHEDULE_LOOK_BACK_MINUTES * MINUTE_MS);
  for (let ms = latestMs; ms >= earliestMs; ms -= MINUTE_MS) {
    const at = new Date(ms);
    const minute = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    };
    if (names(minute)) return at;
  }
  return null;
}

/**
 * How much of a wait is left that began at `since`: never more than the whole wait, though the clock may have been set
 * back meanwhile, and never less than nothing.
 */
export function waitLeftMs(waitMs: number, since: Date, now: Date): number {
  return Math.min(waitMs, Math.max(0, waitMs - (now.getTime() - since.getTime())));
}

/**
 * How long to wait until `againAt`, which a run named that began at `startedAt` and took `tookMs` by a steady clock.
 * Where the clock was set while it ran, that is the shorter one of the two waits that this may mean: who comes too early
 * looks and comes again, and who waits for a clock to come as far again may wait for hours.
 */
export function comeBackInMs(
  againAt: Date,
  { startedAt, tookMs, now }: { startedAt: Date; tookMs: number; now: Date },
): number {
  const bySteadyClock = againAt.getTime() - startedAt.getTime() - tookMs;
  return Math.max(0, Math.min(bySteadyClock, againAt.getTime() - now.getTime()));
}
