import { setTimeout as sleep } from "node:timers/promises";
import { parseCronItems } from "graphile-worker";
import type pg from "pg";
import type { Job } from "@/lib/jobs/define-job";
import { embeddedEnqueueSql, fromNowSql } from "@/lib/jobs/enqueue";
import { CLOCK_SET_BACK_MS_MIN, SCHEDULES_LOOK_MS } from "@/lib/jobs/limits";
import { type CronMinute, lastDue } from "@/lib/jobs/rules";
import {
  addEmbeddedJob,
  addScheduled,
  databaseTime,
  makeUpForClock,
  noteSchedules,
  schedulesDoneUntil,
} from "@/lib/jobs/store";
import { MINUTE_MS } from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";

/*
 * Adds scheduled jobs when they are due by the database's clock. graphile-worker's own schedules use the clock of their
 * process: set forward by an hour, it would add every job sixty times; set back, none for an hour.
 */

export type Schedule = { job: Job; names(minute: CronMinute): boolean };

/**
 * The schedules of a catalogue.
 * @throws if one is not a cron expression
 */
export function schedulesOf(jobs: readonly Job[]): Schedule[] {
  return jobs.flatMap((job) => {
    if (!job.schedule) return [];
    const [item] = parseCronItems([{ task: job.name, identifier: job.name, match: job.schedule }]);
    return item ? [{ job, names: (minute) => item.match(minute) }] : [];
  });
}

/** The job of a schedule. It is not added again while one is still waiting. */
function scheduledJobSql(job: Job) {
  return embeddedEnqueueSql(job, {}, { runAt: fromNowSql(0), dedupeKey: `${job.name}:schedule` });
}

/**
 * Adds the jobs that are due by `now`, one per schedule, however often it came due since its last run. At the start it
 * also adds those that run then, unless they are due anyway.
 */
async function addDue(
  pgPool: pg.Pool,
  schedules: readonly Schedule[],
  { now, isStart }: { now: Date; isStart: boolean },
): Promise<void> {
  const doneUntil = await schedulesDoneUntil(pgPool);
  for (const { job, names } of schedules) {
    const due = lastDue(names, doneUntil.get(job.name) ?? now, now);
    if (due) await addScheduled(pgPool, job.name, due, scheduledJobSql(job));
    else if (isStart && job.isAtStart) await addEmbeddedJob(scheduledJobSql(job));
  }
}

/**
 * Adds the scheduled jobs of a catalogue until it is stopped. Other workers do the same: each job is added once. Runs
 * missed while no worker was running are made up for by one run, within 25 hours. If the database's clock was set back,
 * schedules and waiting jobs are moved back with it.
 */
export function startSchedules(pgPool: pg.Pool, jobs: readonly Job[]): { stop(): Promise<void> } {
  const schedules = schedulesOf(jobs);
  const stopped = new AbortController();
  let isStart = true;
  let doneMinute = Number.NaN;
  /** @returns when to look again, in ms */
  const look = async (): Promise<number> => {
    if (isStart) {
      await noteSchedules(
        pgPool,
        schedules.map(({ job }) => job.name),
      );
    }
    const now = await databaseTime(pgPool);
    const minute = Math.floor(now.getTime() / MINUTE_MS);
    if (minute !== doneMinute) {
      const moved = await makeUpForClock(pgPool, CLOCK_SET_BACK_MS_MIN);
      if (moved !== null) {
        log.warn(
          { jobs: moved },
          "the database's clock was set back; jobs and schedules were set back with it",
        );
      }
      await addDue(pgPool, schedules, { now, isStart });
      isStart = false;
      doneMinute = minute;
    }
    return Math.min(SCHEDULES_LOOK_MS, MINUTE_MS - (now.getTime() % MINUTE_MS));
  };
  const looking = (async () => {
    while (!stopped.signal.aborted) {
      const waitMs = await look().catch((error: unknown) => {
        log.warn({ err: error }, "schedules could not be looked at");
        return SCHEDULES_LOOK_MS;
      });
      await sleep(waitMs, null, { signal: stopped.signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopped.abort();
      await looking;
    },
  };
}
