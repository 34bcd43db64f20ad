import { expect, it } from "vitest";
import { lineOfType, linesOf } from "@/lib/ui/integrations/event-lines";

const series = Array.from({ length: 10 }, (_, place) => ({
  type: `type.${place}`,
  total: 30 - place,
  counts: [10, 20 - place],
}));
const counts = {
  buckets: ["2026-11-19T00:00:00Z", "2026-11-20T00:00:00Z"],
  series,
  other: { types: 4, total: 7, counts: [3, 4] },
  total: 262,
};

it("the plot draws the most frequent types by themselves and all others together, and loses none", () => {
  const lines = linesOf(counts);
  const rest = lines.at(-1);
  expect(lines.slice(0, -1).map(({ type }) => type)).toEqual(series.slice(0, 8).map(({ type }) => type));
  expect(rest).toMatchObject({ type: null, label: "6 other types", counts: [23, 27] });
  expect(lines.reduce((sum, { total }) => sum + total, 0)).toBe(262);
  expect(new Set(lines.map(({ color }) => color)).size).toBe(lines.length);
});

it("the plot draws no remainder if there is none", () => {
  expect(linesOf({ ...counts, series: series.slice(0, 2), other: null })).toHaveLength(2);
  expect(linesOf({ buckets: [], series: [], other: null, total: 0 })).toEqual([]);
});

it("the plot finds a type beyond those with colours of their own, and says when one is not counted", () => {
  expect(lineOfType(counts, "type.9")).toMatchObject({ type: "type.9", total: 21, counts: [10, 11] });
  expect(lineOfType(counts, "type.0")?.color).toBe(linesOf(counts)[0]?.color);
  expect(lineOfType(counts, "type")).toBeNull();
});
