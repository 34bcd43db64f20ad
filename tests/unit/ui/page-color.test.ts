import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrastOf, edgeIn, readableIn } from "@/lib/ui/public/page-color";

const GROUNDS = {
  light: ["#fbfcfb", "#ffffff", "#f6f7f6"],
  dark: ["#121615", "#181d1b", "#0d100f"],
} as const;

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, "0")}`);

describe("contrastOf", () => {
  it("is what WCAG says", () => {
    expect(contrastOf("#000000", "#ffffff")).toBe(21);
    expect(contrastOf("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  });
});

describe.each(["light", "dark"] as const)("readableIn the %s scheme", (scheme) => {
  it("can be read on every ground, whatever the colour", () => {
    fc.assert(
      fc.property(color, (given) => {
        const { text, soft } = readableIn(scheme, given);
        for (const ground of [...GROUNDS[scheme], soft]) {
          expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(4.5);
        }
      }),
    );
  });
});

it("leaves a colour as it is where it can be read", () => {
  expect(readableIn("light", "#5a31f4").text).toBe("#5a31f4");
  expect(readableIn("dark", "#ffb454").text).toBe("#ffb454");
});

it("puts an edge around buttons that the page would swallow", () => {
  expect([edgeIn("light", "#102030"), edgeIn("dark", "#5a31f4")]).toEqual(["transparent", "transparent"]);
  expect(edgeIn("dark", "#102030")).toBe(readableIn("dark", "#102030").text);
  expect(edgeIn("light", "#ffffff")).toBe(readableIn("light", "#ffffff").text);
});
