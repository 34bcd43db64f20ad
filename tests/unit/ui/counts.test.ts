import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";

vi.stubGlobal("window", { navigator: { languages: ["de-DE", "en-GB"] } });

const UI = path.resolve(import.meta.dirname, "../../../lib/ui");

describe("numbers", () => {
  it("are written in the reader's English, with their noun", () => {
    expect(numberText(12_345)).toBe("12,345");
    expect([0, 1, 2_000].map((count) => countOf(count, "rule"))).toEqual([
      "0 rules",
      "1 rule",
      "2,000 rules",
    ]);
    expect([1, 2].map((count) => countOf(count, "person", "people"))).toEqual(["1 person", "2 people"]);
  });

  it("are nowhere written in the browser's own language, which may not be English", () => {
    const sources = readdirSync(UI, { recursive: true, encoding: "utf8" }).filter((file) =>
      /\.tsx?$/.test(file),
    );
    expect(sources.length).toBeGreaterThan(100);
    const foreign = sources.filter((file) =>
      readFileSync(path.join(UI, file), "utf8").includes(".toLocaleString()"),
    );
    expect(foreign).toEqual([]);
  });
});
