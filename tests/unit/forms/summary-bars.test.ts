import { describe, expect, it } from "vitest";
import { barsOf } from "@/lib/forms/submissions/rules";

const field = (type: "number" | "date") => ({ type, options: [], validation: {} });
const once = (values: readonly (string | number)[]) =>
  values.map((value) => ({ value: String(value), count: 1 }));

describe("bars of many numbers", () => {
  it.each([
    [Array.from({ length: 40 }, (_, n) => n), "0 to below 5", 8],
    [Array.from({ length: 9 }, (_, n) => n / 10), "0 to below 0.2", 5],
    [Array.from({ length: 30 }, (_, n) => n - 15), "-15 to below -10", 6],
    [Array.from({ length: 12 }, (_, n) => 1_000_000 + n * 100_000), "1000000 to below 1200000", 6],
    [Array.from({ length: 9 }, (_, n) => 0.001 * n), "0 to below 0.002", 5],
  ])("lie between round numbers and cover all", (values, label, length) => {
    const bars = barsOf(field("number"), once(values));
    expect(bars[0]?.label).toBe(label);
    expect(bars).toHaveLength(length);
    expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
  });
});

describe("bars of days", () => {
  it("are months, or quarters, years or decades where those would be too many", () => {
    const days = (years: readonly number[]) => once(years.map((year) => `${year}-03-11`));
    const labels = (years: readonly number[]) => barsOf(field("date"), days(years)).map(({ label }) => label);
    expect(labels([2025, 2026])).toEqual(["2025-03", "2026-03"]);
    expect(
      barsOf(
        field("date"),
        once(Array.from({ length: 12 }, (_, n) => `2026-${String(n + 1).padStart(2, "0")}-01`)),
      ),
    ).toEqual([1, 2, 3, 4].map((quarter) => ({ label: `2026 Q${quarter}`, count: 3 })));
    expect(labels([2020, 2021, 2022, 2023, 2024, 2025])).toHaveLength(6);
    const months = Array.from(
      { length: 36 },
      (_, n) => `${2024 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, "0")}-01`,
    );
    expect(barsOf(field("date"), once(months)).map(({ label }) => label)).toEqual(["2024", "2025", "2026"]);
    expect(labels(Array.from({ length: 20 }, (_, n) => 1961 + n))).toEqual(["1960s", "1970s", "1980s"]);
  });
});
