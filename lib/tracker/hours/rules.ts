import { WEEKDAYS, weekClock } from "@/lib/tracker/days/rules";
import type { WorkingStretch } from "@/lib/tracker/hours/schema";

const MINUTES_PER_DAY = 1_440;
const MINUTES_PER_WEEK = 7 * MINUTES_PER_DAY;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * Returns a function that says whether an instant, in ms since 1970, lies in working hours by the clocks of a zone. If
 * the clocks repeat an hour, both count alike; an hour that they skip never comes.
 */
export function workClock(zone: string, hours: readonly WorkingStretch[]): (at: number) => boolean {
  const clock = weekClock(zone);
  const stretches = hours.map(({ day, from, to }) => {
    const begin = WEEKDAYS.indexOf(day) * MINUTES_PER_DAY + minutesOf(from);
    const length = minutesOf(to) - minutesOf(from);
    return { begin, length: length > 0 ? length : length + MINUTES_PER_DAY };
  });
  return (at) => {
    const minute = clock(at);
    return stretches.some(
      ({ begin, length }) => (minute - begin + MINUTES_PER_WEEK) % MINUTES_PER_WEEK < length,
    );
  };
}
