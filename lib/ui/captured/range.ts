import { rangeOfDay } from "@/lib/tracker/days/rules";
import type { Range } from "@/lib/ui/captured/queries";

/**
 * The chosen days as a range of instants in the zone of the reader's days, open where none is chosen. Null if one does
 * not exist, or they are in the wrong order: never more than what was chosen.
 */
export function rangeOf(first: string, last: string, zone: string): Range | null {
  const [begin, end] = [first, last].map((day) => (day === "" ? undefined : rangeOfDay(day, zone)));
  if (begin === null || end === null || (begin && end && last < first)) return null;
  return {
    ...(begin ? { from: begin.from.toISOString() } : {}),
    ...(end ? { to: end.to.toISOString() } : {}),
  };
}
