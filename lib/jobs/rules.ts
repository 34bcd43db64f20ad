import {
  HEARTBEAT_MISSED_MS_MAX,
  HEARTBEAT_SILENT_MS_MAX,
  HEARTBEAT_UNWATCHED_MS_MAX,
  SCHEDULE_LOOK_BACK_MINUTES,
} from "@/lib/jobs/limits";
import { MINUTE_MS } from "@/lib/platform/limits";

/** What others can see of a worker: its latest heartbeat, and whether it is connected to the database. */
export type Sign = { workerId: string; beat: string; isConnected: boolean };

/**
 * Watches workers and finds the dead ones: those whose heartbeat has not changed for 8 s while their connection is
 * gone, or for 60 s regardless. A worker that is slow because of its processor or database stays connected, and so
 * stays alive.
 * @returns takes what is seen now and the watcher's own steady clock in ms. Only time that the watcher itself observed
 * counts, so neither a clock that jumps nor a database that was down for everyone can make a worker look dead
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

/**
 * The last minute that a schedule names after `after` and up to `until`, looking back 25 hours at most: several missed
 * runs are made up for by one. Null if there is none.
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
 * How much is left of a wait that began at `since`: never more than the whole wait, even if the clock was set back, and
 * never negative.
 */
export function waitLeftMs(waitMs: number, since: Date, now: Date): number {
  return Math.min(waitMs, Math.max(0, waitMs - (now.getTime() - since.getTime())));
}

/**
 * How long to wait until `againAt`, a time that a run named which started at `startedAt` and took `tookMs` by a steady
 * clock. If the clock was changed during the run, there are two possible waits and this returns the shorter: coming too
 * early only means another look, while waiting too long could mean hours.
 */
export function comeBackInMs(
  againAt: Date,
  { startedAt, tookMs, now }: { startedAt: Date; tookMs: number; now: Date },
): number {
  const bySteadyClock = againAt.getTime() - startedAt.getTime() - tookMs;
  return Math.max(0, Math.min(bySteadyClock, againAt.getTime() - now.getTime()));
}
