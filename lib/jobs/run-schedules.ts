import type { Job } from "@/lib/jobs/define-job";
import { SCHEDULES_AT_ONCE } from "@/lib/jobs/limits";
import { lastDue } from "@/lib/jobs/rules";
import { schedulesOf } from "@/lib/jobs/schedules";
import { beginSchedules, endSchedule } from "@/lib/jobs/store";
import { log } from "@/lib/platform/log";

const MINUTE_MS = 60_000;

/** From when on to look for what a schedule names. One that was done in the future says that the clock was set back. */
function since(doneUntil: Date | undefined, now: Date): Date {
  if (doneUntil === undefined) return now;
  return doneUntil > now ? new Date(now.getTime() - MINUTE_MS) : doneUntil;
}

/**
 * Does the scheduled jobs of a catalogue that have come due since they were done last, those first that are due for
 * longest; what was missed several times is made up for once, within 25 hours. A job is done with when `run` has ended, so
 * that what a killed process was at is done again, and so is what was not begun while `mayBegin` said so.
 * @param run does a job; where it throws, the job is still due at the next minute
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
