import { CATEGORIES } from "@/lib/tracker/enrichment/catalog";

const UNKNOWN_COLOUR = "#7a7f84";
const ORDER: ReadonlyMap<string, number> = new Map(CATEGORIES.map(({ id }, index) => [id, index]));
const COLOUR: ReadonlyMap<string, string> = new Map(CATEGORIES.map(({ id, color }) => [id, color]));
/**
 * Colours for projects, which have none of their own: as distinct as the categories' colours, and as readable on light
 * and dark.
 */
const PLAIN = ["#2276e8", "#cd7201", "#059b47", "#a165dc", "#0598a4", "#d44f77", "#858603", "#4c6de1"];

/** A category's colour. */
export function colourOf(category: string): string {
  return COLOUR.get(category) ?? UNKNOWN_COLOUR;
}

/** A category's position in a legend. */
export function placeOf(category: string): number {
  return ORDER.get(category) ?? ORDER.size;
}

/** The colour of the project at a position; grey for no project. */
export function plainColour(place: number, isNone: boolean): string {
  return isNone ? UNKNOWN_COLOUR : (PLAIN[place % PLAIN.length] ?? UNKNOWN_COLOUR);
}
