import { expect, test } from "vitest";
import { hintPlace, layOut, type PlotProps, shownPlaces, widthOf } from "@/lib/ui/kit/plots/layout";

const plot = (values: number[][], more: Partial<PlotProps> = {}) =>
  layOut({
    shape: "bars",
    width: 600,
    height: 200,
    scale: 1,
    places: (values[0] ?? []).map((_, place) => `${place}`),
    series: values.map((each, index) => ({ name: `${index}`, color: "red", values: each })),
    tickText: String,
    valueText: String,
    ...more,
  });

test("series stand on each other, and each place is inside", () => {
  const { layers, x, y, left, bottom } = plot([
    [1, 0, 3],
    [2, 5, 0],
  ]);
  expect(layers.map((layer) => layer.map(([from, until]) => [from, until]))).toEqual([
    [
      [0, 1],
      [0, 0],
      [0, 3],
    ],
    [
      [1, 3],
      [0, 5],
      [3, 3],
    ],
  ]);
  expect(y(0)).toBe(bottom);
  expect(y(5)).toBeGreaterThanOrEqual(0);
  expect(x(0)).toBeGreaterThanOrEqual(left);
  expect((x(2) ?? 0) + x.bandwidth()).toBeCloseTo(600);
});

test.each([[[0, 0]], [[1, 1]], [[2, 1]], [[7, 3]], [[99, 1]], [[1_234_567, 5]]])(
  "lines are at whole numbers from 0 to the highest of %j",
  (values) => {
    const { lines, y } = plot([values]);
    const highest = lines.at(-1) ?? 0;
    expect(lines[0]).toBe(0);
    expect(lines.every(Number.isInteger)).toBe(true);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.length).toBeLessThanOrEqual(7);
    expect(highest).toBeGreaterThanOrEqual(Math.max(...values));
    expect(y(highest)).toBeGreaterThanOrEqual(0);
  },
);

test("given lines are kept, and the highest is the top", () => {
  const { lines, y } = plot([[10, 20]], { ticks: [0, 30, 60] });
  expect(lines).toEqual([0, 30, 60]);
  expect(y(60)).toBeLessThan(y(30));
  expect(y.domain()).toEqual([0, 60]);
});

test("the place for the labels of the lines is as wide as they are", () => {
  const narrow = plot([[1, 2]]).left;
  expect(plot([[1, 2]], { tickText: (value) => `${value} million seconds` }).left).toBeGreaterThan(
    narrow + 80,
  );
});

test("nothing to draw is no error", () => {
  expect(plot([]).layers).toEqual([]);
  expect(plot([[]]).lines).toEqual([0, 1]);
  expect(shownPlaces([], 10, 1)).toEqual([]);
});

test("labels below are at even distances, and never over each other", () => {
  const places = Array.from({ length: 24 }, (_, hour) => `${hour}:00`);
  for (const step of [5, 12, 40, 400]) {
    const shown = shownPlaces(places, step, 1);
    const distances = shown.slice(1).map((place, index) => place - (shown[index] ?? 0));
    expect(new Set(distances).size).toBeLessThanOrEqual(1);
    expect(shown[0]).toBe(0);
    if (distances[0] !== undefined) expect(distances[0] * step).toBeGreaterThan(widthOf("23:00", 1));
  }
  expect(shownPlaces(places, 400, 1)).toHaveLength(24);
});

test("bars above the highest given line stay inside", () => {
  const { y } = plot([[90, 20]], { ticks: [0, 30, 60] });
  expect(y(90)).toBeGreaterThanOrEqual(0);
  expect(y(60)).toBeGreaterThan(y(90));
});

test.each([180, 248, 300, 980])("a hint is inside of a plot of %i pixels wherever it points", (width) => {
  for (let middle = 0; middle <= width; middle += 7) {
    const { left, width: wide } = hintPlace({ middle, width, height: 260, scale: 1, rows: 3 });
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + wide).toBeLessThanOrEqual(width);
    if (width > 900) expect(middle > left && middle < left + wide, "it covers what it is about").toBe(false);
  }
});

test("a hint has as many rows as fit, and says where there are more", () => {
  const rowsOf = (rows: number, height: number) =>
    hintPlace({ middle: 0, width: 600, height, scale: 1, rows }).rows;
  expect(rowsOf(9, 260)).toBe(9);
  expect(rowsOf(40, 260)).toBeLessThan(10);
  expect(rowsOf(1, 140)).toBe(1);
  expect(rowsOf(3, 20)).toBe(1);
});

test("whoever reads larger letters gets more place for labels, and fewer of them", () => {
  const [usual, large] = [1, 2].map((scale) => plot([[1, 2_000]], { scale }));
  expect((large?.left ?? 0) - 8).toBeCloseTo(2 * ((usual?.left ?? 0) - 8));
  expect(large?.lines.length).toBeLessThanOrEqual(usual?.lines.length ?? 0);
  const places = Array.from({ length: 24 }, (_, hour) => `${hour}:00`);
  expect(shownPlaces(places, 30, 2).length).toBeLessThan(shownPlaces(places, 30, 1).length);
});
