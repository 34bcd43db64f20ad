import { durationOf } from "@/lib/tracker/editors/rules";
import type { EditorDay } from "@/lib/tracker/editors/schema";
import type { DaySum } from "@/lib/tracker/editors/store";
import { categoryLabel } from "@/lib/tracker/enrichment/catalog";

const FORMER_PROJECT = "Former project";

type Shares = EditorDay["categories"];

/** The share of a total by name, the largest first. */
function sharesOf(sums: readonly DaySum[], nameOf: (sum: DaySum) => string, total: number): Shares {
  const secondsOf = new Map<string, number>();
  for (const sum of sums) secondsOf.set(nameOf(sum), (secondsOf.get(nameOf(sum)) ?? 0) + sum.seconds);
  return [...secondsOf]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, seconds]) => ({
      name,
      ...durationOf(seconds),
      percent: Math.round((seconds / total) * 10_000) / 100,
    }));
}

/** A day's sums in the plugins' format. */
export function presentDay(
  { date, from, to, zone }: { date: string; from: Date; to: Date; zone: string },
  sums: readonly DaySum[],
): EditorDay {
  const total = sums.reduce((sum, { seconds }) => sum + seconds, 0);
  return {
    grand_total: durationOf(total),
    categories: sharesOf(sums, ({ category }) => categoryLabel(category), total),
    projects: sharesOf(sums, ({ project }) => project ?? FORMER_PROJECT, total),
    range: { date, start: from.toISOString(), end: to.toISOString(), text: date, timezone: zone },
  };
}
