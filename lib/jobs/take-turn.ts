import type { Outcome } from "@/lib/jobs/define-job";

/**
 * One turn of a job that works off a list: takes one piece after another until none is left or the turn is over, then
 * goes to the end of the queue, behind jobs that were added in the meantime. However long one list is, other jobs wait
 * for one turn at most.
 * @param next handles the next piece at the given time; false if there was none
 */
export async function takeTurn(
  now: Date,
  turnMs: number,
  next: (at: Date) => Promise<boolean>,
): Promise<Outcome> {
  const started = performance.now();
  const clock = () => new Date(now.getTime() + Math.round(performance.now() - started));
  while (await next(clock())) {
    if (performance.now() - started >= turnMs) return { againAt: clock() };
  }
  return undefined;
}
