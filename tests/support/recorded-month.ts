import { randomUUID } from "node:crypto";
import { DAY_MS } from "@/lib/platform/limits";
import { workingDay } from "@/lib/server/demo/working-day";
import { EVENT_AGE_DAYS_MAX, EVENTS_PER_BATCH_MAX } from "@/lib/tracker/ingest/limits";

/* A month as people's clients record it: weeks that differ, days off, somebody who works at weekends. */

const FRIDAY = 5;

/** Calls the API as somebody. */
export type Call = <T>(method: "POST", path: string, body?: unknown) => Promise<T>;

/** Whether somebody, by their number in a team, works on a day; and how much of the day's minutes they miss. */
function habitOf(person: number, day: Date, daysAgo: number): { isWorking: boolean; missed: number } {
  const weekday = day.getDay();
  const isWeekend = weekday === 0 || weekday > FRIDAY;
  const isAway = daysAgo % 30 >= 10 + person * 4 && daysAgo % 30 < 12 + person * 4;
  return {
    isWorking: isWeekend ? person === 1 && weekday !== 0 : !isAway,
    missed: weekday === FRIDAY ? 150 + person * 20 : (person * 35 + daysAgo * 17) % 120,
  };
}

/**
 * Enrols a device of somebody's, and uploads what it saw in the last days up to now.
 * @param person their number in the team, by which their weeks differ
 * @param stepMinutes of how many minutes a sample tells
 * @returns how many samples were taken
 */
export async function recordMonth(
  call: Call,
  project: { id: string; key: string },
  { person = 0, days = EVENT_AGE_DAYS_MAX - 1, stepMinutes = 5 } = {},
): Promise<number> {
  const device_id = randomUUID();
  await call("POST", "/tracker/devices:enroll", {
    device_id,
    project_id: project.id,
    name: `Laptop ${person + 1}`,
  });
  const now = new Date();
  const samples = Array.from({ length: days }, (_, index) => days - index).flatMap((daysAgo) => {
    const evening = new Date(now.getTime() - daysAgo * DAY_MS);
    evening.setHours(23, 59);
    const { isWorking, missed } = habitOf(person, evening, daysAgo);
    if (!isWorking) return [];
    const day = workingDay(evening, project.key).samples;
    return day
      .slice(missed / 2, day.length - missed / 2)
      .filter((_, minute) => minute % stepMinutes === 0)
      .map((sample) => ({ ...sample, interval_s: 60 * stepMinutes }));
  });
  let taken = 0;
  for (let from = 0; from < samples.length; from += EVENTS_PER_BATCH_MAX) {
    const { accepted } = await call<{ accepted: number }>("POST", "/tracker/events:batch", {
      schema_version: "1.0",
      device_id,
      sent_at: new Date().toISOString(),
      events: samples.slice(from, from + EVENTS_PER_BATCH_MAX),
    });
    taken += accepted;
  }
  return taken;
}
