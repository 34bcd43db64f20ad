import { describe, expect, it } from "vitest";
import { BUILT_IN_LAYER } from "@/lib/tracker/enrichment/built-in-rules";
import { CATEGORIES } from "@/lib/tracker/enrichment/catalog";
import { categorise } from "@/lib/tracker/enrichment/category-rules";
import linux from "./labelled/linux.json";
import macos from "./labelled/macos.json";
import windows from "./labelled/windows.json";

/** What a client of a system sends, and what a person would say that it was. */
type Labelled = {
  category: string;
  bundle_id: string;
  name: string;
  window_title?: string;
  url?: string;
  path?: string;
};

const SAMPLES: Record<string, Labelled[]> = { macos, windows, linux };

function categoryOf(sample: Labelled): string {
  return categorise(
    {
      appName: sample.name,
      bundleId: sample.bundle_id,
      windowTitle: sample.window_title ?? null,
      url: sample.url ?? null,
      pageTitle: null,
      path: sample.path ?? null,
      isPrivate: false,
      inCall: false,
      callApp: null,
      inputEvents: null,
      intervalS: 60,
    },
    [BUILT_IN_LAYER],
  ).category;
}

const JUDGED = Object.entries(SAMPLES).map(([system, samples]) => {
  const misses = samples
    .map((sample) => ({ sample, found: categoryOf(sample) }))
    .filter(({ sample, found }) => found !== sample.category);
  return { system, samples, misses, right: samples.length - misses.length };
});

describe("labelled samples", () => {
  it("are of existing categories, unique, and enough", () => {
    const ids = new Set<string>(CATEGORIES.map(({ id }) => id));
    const all = JUDGED.flatMap(({ system, samples }) =>
      samples.map(({ category, ...seen }) => ({ category, seen: JSON.stringify([system, seen]) })),
    );
    expect(all.filter(({ category }) => !ids.has(category))).toEqual([]);
    expect(new Set(all.map(({ seen }) => seen)).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(400);
    for (const { samples } of JUDGED) expect(samples.length).toBeGreaterThanOrEqual(130);
  });

  it.each(JUDGED)(
    "of $system get the category that a person would give",
    ({ system, samples, misses, right }) => {
      for (const { sample, found } of misses) {
        console.info(`${system}: ${JSON.stringify(sample)} was taken for ${found}`);
      }
      expect(right / samples.length).toBeGreaterThanOrEqual(0.92);
    },
  );

  it("get it in total, often enough", () => {
    const right = JUDGED.reduce((sum, each) => sum + each.right, 0);
    const all = JUDGED.reduce((sum, { samples }) => sum + samples.length, 0);
    expect(right / all).toBeGreaterThanOrEqual(0.95);
  });
});
