import type { Job } from "@/lib/jobs/define-job";
import { SCHEDULES_AT_ONCE } from "@/lib/jobs/limits";
import { lastDue } from "@/lib/jobs/rules";
import { schedulesOf } from "@/lib/jobs/schedules";
import { beginSchedules, endSchedule } from "@/lib/jobs/store";
import { MINUTE_MS } from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";

/** From when to look for due minutes of a schedule. If its last run lies in the future, the clock was set back. */
function since(doneUntil: Date | undefined, now: Date): Date {
  if (doneUntil === undefined) return now;
  return doneUntil > now ? new Date(now.getTime() - MINUTE_MS) : doneUntil;
}

/**
 * Runs the scheduled jobs of a catalogue that have become due since they last ran, the longest overdue first; several
 * missed runs within 25 hours are made up for by one. A job counts as done when `run` has ended. So if the process is
 * killed, the job is run again; jobs that were not started because `mayBegin` said no also stay due.
 * @param run runs a job; if it throws, the job is still due in the next minute
 */
export async function runSchedules(
  jobs: readonly Job[],
  now: Date,
  { run, mayBegin }: { run(job: Job): Promise<void>; mayBegin(): boolean },
): Promise<void> {
  const schedules = schedulesOf(jobs);
  const doneUntil = await beginSchedules(
    schedules.map(({ job }) => job.name),
    now,
  );
  const due = schedules
    .flatMap(({ job, names }) => {
      const minute = lastDue(names, since(doneUntil.get(job.name), now), now);
      return minute ? [{ job, minute }] : [];
    })
    .sort((a, b) => a.minute.getTime() - b.minute.getTime());
  const next = due.values();
  const worker = async () => {
    for (const { job, minute } of next) {
      if (!mayBegin()) return;
      try {
        await run(job);
        await endSchedule(job.name, minute);
      } catch (error) {
        log.error({ err: error, job: job.name }, "a scheduled job could not be run");
      }
    }
  };
  await Promise.all(Array.from({ length: SCHEDULES_AT_ONCE }, worker));
}
