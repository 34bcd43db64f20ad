import { RATING_DEFAULT, SUMMARY_BARS } from "@/lib/forms/limits";
import type { FormField } from "@/lib/forms/schema";

export type Bar = { label: string; count: number };
type Count = { value: string; count: number };

const CHOSEN: readonly FormField["type"][] = ["select", "radio", "multi_select"];
const YES_OR_NO: readonly FormField["type"][] = ["checkbox", "consent"];

/** Whether a summary counts the answers to a field one by one; of others it shows the last few. */
export function isCounted({ type }: Pick<FormField, "type">): boolean {
  return CHOSEN.includes(type) || YES_OR_NO.includes(type) || ["rating", "number", "date"].includes(type);
}

const countOf = (counts: readonly Count[], value: string) =>
  counts.find((each) => each.value === value)?.count ?? 0;

/** Options in their order, then what was an option once. */
function optionBars({ options }: Pick<FormField, "options">, counts: readonly Count[]): Bar[] {
  const gone = counts.filter(({ value }) => !options.some((option) => option.value === value));
  return [
    ...options.map(({ value, label }) => ({ label, count: countOf(counts, value) })),
    ...gone.map(({ value, count }) => ({ label: value, count })),
  ];
}

/** The narrowest of 1, 2, 5, 10, 20 and so on that parts a span into at most as many ranges as there are bars. */
function widthOf(least: number, most: number): { width: number; first: number } {
  const power = 10 ** Math.floor(Math.log10((most - least) / SUMMARY_BARS));
  for (const factor of [1, 2, 5, 10, 20]) {
    const width = factor * power;
    const first = Math.floor(least / width);
    if (Math.floor(most / width) - first < SUMMARY_BARS) return { width, first };
  }
  return { width: 50 * power, first: Math.floor(least / (50 * power)) };
}

/** Numbers as a few ranges of one width between round numbers; as themselves where they are few. */
function numberBars(counts: readonly Count[]): Bar[] {
  const numbers = counts
    .map(({ value, count }) => ({ value: Number(value), count }))
    .filter(({ value }) => Number.isFinite(value))
    .sort((a, b) => a.value - b.value);
  if (numbers.length <= SUMMARY_BARS)
    return numbers.map(({ value, count }) => ({ label: String(value), count }));
  const [least, most] = [numbers[0]?.value ?? 0, numbers.at(-1)?.value ?? 0];
  const { width, first } = widthOf(least, most);
  const at = (value: number) => Math.floor(value / width) - first;
  const edge = (index: number) => Number(((first + index) * width).toPrecision(10));
  return Array.from({ length: at(most) + 1 }, (_, index) => ({
    label: `${edge(index)} to below ${edge(index + 1)}`,
    count: numbers.filter(({ value }) => at(value) === index).reduce((sum, { count }) => sum + count, 0),
  }));
}

/** Days by their months; by quarters, years or decades where those would be too many. The last few of them. */
function dayBars(counts: readonly Count[]): Bar[] {
  const parts = [
    (day: string) => day.slice(0, 7),
    (day: string) => `${day.slice(0, 4)} Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`,
    (day: string) => day.slice(0, 4),
    (day: string) => `${day.slice(0, 3)}0s`,
  ];
  const part = parts.find((of) => new Set(counts.map(({ value }) => of(value))).size <= SUMMARY_BARS);
  const bars = new Map<string, number>();
  for (const { value, count } of counts) {
    const label = (part ?? parts.at(-1))?.(value) ?? value;
    bars.set(label, (bars.get(label) ?? 0) + count);
  }
  const sorted = [...bars].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.slice(-SUMMARY_BARS).map(([label, count]) => ({ label, count }));
}

/** What is drawn of the answers to a field; nothing for what is typed. */
export function barsOf(
  field: Pick<FormField, "type" | "options" | "validation">,
  counts: readonly Count[],
): Bar[] {
  const { type } = field;
  if (CHOSEN.includes(type)) return optionBars(field, counts);
  if (YES_OR_NO.includes(type)) {
    return [
      { label: "Yes", count: countOf(counts, "true") },
      { label: "No", count: countOf(counts, "false") },
    ];
  }
  if (type === "rating") {
    // There may have been more once.
    const given = counts.map(({ value }) => Number(value));
    const stars = Math.max(field.validation.max ?? RATING_DEFAULT, ...given);
    return Array.from({ length: stars }, (_, index) => ({
      label: String(index + 1),
      count: countOf(counts, String(index + 1)),
    }));
  }
  if (type === "number") return numberBars(counts);
  return type === "date" ? dayBars(counts) : [];
}

/** The average of numbers, each as often as it was given; null for what is no number, and for none. */
export function averageOf({ type }: Pick<FormField, "type">, counts: readonly Count[]): number | null {
  if (type !== "rating" && type !== "number") return null;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return counts.reduce((sum, { value, count }) => sum + Number(value) * count, 0) / total;
}
