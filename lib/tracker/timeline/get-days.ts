import type { Actor } from "@/lib/access/actor";
import { findTimeZone } from "@/lib/tracker/activity/store";
import { offsetsIn, rangeOfDay, shiftDay, startOfDay } from "@/lib/tracker/days/rules";
import { presentDays } from "@/lib/tracker/timeline/present";
import type { Days, DaysQuery } from "@/lib/tracker/timeline/schema";
import { sumDays } from "@/lib/tracker/timeline/store";

/** The start of a day, or of the next one if the zone skipped it. */
function beginOf(day: string, zone: string): Date {
  return startOfDay(day, zone) ?? rangeOfDay(shiftDay(day, 1), zone)?.from ?? new Date(day);
}

/** What the actor's own days went to, in the calendar of their time zone, and at which hours of the week. */
export async function getDays({ developerId }: Actor, query: DaysQuery): Promise<Days> {
  const zone = (await findTimeZone(developerId)) ?? "UTC";
  const [from, to] = [beginOf(query.from, zone), beginOf(shiftDay(query.to, 1), zone)];
  const seconds = (at: Date) => at.getTime() / 1_000;
  const offsets = offsetsIn(zone, from, to).map((each) => ({
    from: seconds(each.from),
    offset: each.offsetMs / 1_000,
  }));
  const sums = await sumDays(developerId, query.by, { from: seconds(from), to: seconds(to) }, offsets);
  return presentDays(query, zone, sums);
}
