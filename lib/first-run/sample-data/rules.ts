import { type DELIVERIES, WORKING_DAY } from "@/lib/first-run/sample-data/catalog";
import { WEEK_DAYS } from "@/lib/first-run/sample-data/limits";
import type { SampleKind } from "@/lib/first-run/sample-data/schema";
import { dayIn, shiftDay, startOfDay } from "@/lib/tracker/days/rules";

const QUARTER_MS = 900_000;
const QUARTER_S = 900;
const QUARTERS_PER_HOUR = 4;

export type Held = { kind: SampleKind; id: string; name: string; reason: string };
/** A sample thing, and the sample things it depends on: records it refers to, the project of a task. */
export type Thing = { kind: SampleKind; id: string; name: string; needs: readonly string[] };

/**
 * What stays when sample data is removed: everything with something of the members' own, and what that depends on.
 * @param held the things with something of the members' own, each with the reason
 */
export function keptThings(things: readonly Thing[], held: readonly Held[]): Held[] {
  const byId = new Map(things.map((thing) => [thing.id, thing]));
  const kept = new Map(held.map((each) => [each.id, each]));
  for (const each of kept.values()) {
    for (const id of byId.get(each.id)?.needs ?? []) {
      const thing = byId.get(id);
      if (!thing || kept.has(id)) continue;
      const { kind, name } = thing;
      // A map can grow while it is iterated, so dependencies of dependencies are found too.
      kept.set(id, { kind, id, name, reason: `${each.name} needs it` });
    }
  }
  return [...kept.values()];
}

/**
 * The quarters of an hour that a week of work went to, up to `now`: working days as the clocks of a zone show them, the
 * weekend free.
 */
export function workedQuarters(
  zone: string,
  now: Date,
): { bucket: Date; category: string; seconds: number }[] {
  const today = dayIn(zone, now);
  const days = Array.from({ length: WEEK_DAYS }, (_, back) => shiftDay(today, back - WEEK_DAYS + 1));
  return days.flatMap((day) => {
    const midnight = startOfDay(day, zone);
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    if (midnight === null || isWeekend) return [];
    return WORKING_DAY.quarters.flatMap((category, index) => {
      const quarter = WORKING_DAY.fromHour * QUARTERS_PER_HOUR + index;
      const bucket = new Date(midnight.getTime() + quarter * QUARTER_MS);
      const isOver = bucket.getTime() + QUARTER_MS <= now.getTime();
      return category === null || !isOver ? [] : [{ bucket, category, seconds: QUARTER_S }];
    });
  });
}

/** How a delivery of the sample ended, by what its subscriber answered. */
export function endOf({ statusCode }: (typeof DELIVERIES)[number]) {
  return statusCode === 200
    ? ({ status: "success", failureReason: null } as const)
    : ({ status: "failed", failureReason: statusCode === 410 ? "gone" : "attempts_exhausted" } as const);
}

/** The day a number of days from `now` on, as dates are written. */
export function dayFrom(now: Date, days: number): string {
  return shiftDay(now.toISOString().slice(0, 10), days);
}
