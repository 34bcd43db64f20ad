import type { Counts } from "@/lib/ui/integrations/queries";

/**
 * Each colour has a contrast of at least 3 to 1 with both schemes' backgrounds, and differs clearly from its
 * neighbours.
 */
const COLOURS = ["#0f9991", "#4c6de1", "#cd7201", "#c851c1", "#858603", "#e23f40", "#0e8ad6", "#846eea"];
const REST_COLOUR = "#7a7f84";

/** A series of one colour: events of a type, or of all remaining types. */
export type Line = {
  label: string;
  /** Null for the rest. */
  type: string | null;
  color: string;
  total: number;
  /** One for each bucket. */
  counts: number[];
};

function lineOf({ type, total, counts }: Counts["series"][number], place: number): Line {
  return { label: type, type, color: COLOURS[place] ?? REST_COLOUR, total, counts };
}

/** The most frequent types in their own colours, and all others as one series if there are any. */
export function linesOf({ buckets, series, other }: Counts): Line[] {
  const lines = series.slice(0, COLOURS.length).map(lineOf);
  const left = [...series.slice(COLOURS.length), ...(other ? [other] : [])];
  if (left.length === 0) return lines;
  const types = series.length - lines.length + (other?.types ?? 0);
  const rest = {
    label: types === 1 ? "1 other type" : `${types} other types`,
    type: null,
    color: REST_COLOUR,
    total: left.reduce((sum, { total }) => sum + total, 0),
    counts: buckets.map((_, bucket) => left.reduce((sum, { counts }) => sum + (counts[bucket] ?? 0), 0)),
  };
  return [...lines, rest];
}

/** The series of a single type, if it was counted separately. */
export function lineOfType({ series }: Counts, type: string): Line | null {
  const place = series.findIndex((each) => each.type === type);
  const found = series[place];
  return found ? lineOf(found, place) : null;
}
