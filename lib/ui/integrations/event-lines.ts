import type { Counts } from "@/lib/ui/integrations/queries";

/** Each stands out from both schemes' grounds by at least 3 to 1, and from its neighbours. */
const COLOURS = ["#0f9991", "#4c6de1", "#cd7201", "#c851c1", "#858603", "#e23f40", "#0e8ad6", "#846eea"];
const REST_COLOUR = "#7a7f84";

/** What a plot draws in one colour: the events of a type, or those of all that are left. */
export type Line = {
  /** Not the type itself, which a plot would take for a path when there is a dot in it. */
  name: string;
  label: string;
  /** Null for the rest. */
  type: string | null;
  color: string;
  total: number;
  /** One for each bucket. */
  counts: number[];
};

function lineOf({ type, total, counts }: Counts["series"][number], place: number): Line {
  return { name: `type${place}`, label: type, type, color: COLOURS[place] ?? REST_COLOUR, total, counts };
}

/** The most frequent types in colours of their own, and all others together where there are any. */
export function linesOf({ buckets, series, other }: Counts): Line[] {
  const lines = series.slice(0, COLOURS.length).map(lineOf);
  const left = [...series.slice(COLOURS.length), ...(other ? [other] : [])];
  if (left.length === 0) return lines;
  const types = series.length - lines.length + (other?.types ?? 0);
  const rest = {
    name: "rest",
    label: types === 1 ? "1 other type" : `${types} other types`,
    type: null,
    color: REST_COLOUR,
    total: left.reduce((sum, { total }) => sum + total, 0),
    counts: buckets.map((_, bucket) => left.reduce((sum, { counts }) => sum + (counts[bucket] ?? 0), 0)),
  };
  return [...lines, rest];
}

/** A type by itself, as far as it is counted by itself. */
export function lineOfType({ series }: Counts, type: string): Line | null {
  const place = series.findIndex((each) => each.type === type);
  const found = series[place];
  return found ? lineOf(found, place) : null;
}
