import { describe, expect, it } from "vitest";
import { CATEGORIES } from "@/lib/tracker/enrichment/catalog";
import { FILES } from "@/lib/tracker/enrichment/catalogue/files";
import { HOST_WORDS } from "@/lib/tracker/enrichment/catalogue/host-words";
import { programs } from "@/lib/tracker/enrichment/catalogue/programs";
import { SITES } from "@/lib/tracker/enrichment/catalogue/sites";

const IDS = new Set<string>([...CATEGORIES.map(({ id }) => id), "browser"]);

function twice(words: string[]): string[] {
  return [...new Set(words.filter((word, i) => words.indexOf(word) !== i))];
}

/** Sites and files, word by word. */
function words(text: string): { category: string; word: string }[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => {
      const [category = "", list = "", ...rest] = line.split(" | ");
      expect(rest).toEqual([]);
      return list.split(" ").map((word) => ({ category, word }));
    });
}

describe("the catalogue of programs", () => {
  const keys = programs().flatMap(({ keys, category }) => keys.map((key) => ({ ...key, category })));

  it("uses existing categories", () => {
    expect(
      programs()
        .map(({ category }) => category)
        .filter((category) => !IDS.has(category)),
    ).toEqual([]);
  });

  it("has every name once", () => {
    expect(twice(keys.map(({ kind, name }) => `${kind}:${name.toLowerCase()}`))).toEqual([]);
  });

  it("has ids in lower case, as looked up, and families that end at a part", () => {
    const ids = keys.filter(({ kind }) => kind !== "app");
    expect(ids.filter(({ name }) => name !== name.toLowerCase())).toEqual([]);
    expect(
      keys.filter(({ name }) => name.includes("*") && !/^(?:[^*]+[. -]\*|\*[ -][^*]+)$/.test(name)),
    ).toEqual([]);
    expect(ids.filter(({ name }) => /\.exe$/.test(name) || /["|\\]|\/$/.test(name))).toEqual([]);
  });

  it("knows hundreds of programs on every system", () => {
    for (const kind of ["bundle", "exe", "class"]) {
      expect(keys.filter((key) => key.kind === kind).length).toBeGreaterThan(500);
    }
    const browsers = keys.filter(({ category, kind }) => category === "browser" && kind !== "app");
    expect(browsers.length).toBeGreaterThan(150);
  });
});

describe.each([
  [
    "sites",
    SITES + HOST_WORDS,
    /^(?:-\*[a-z]{4,}-|-[a-z]{4,}\*-|\*|(?:[a-z0-9-]+\.)*(?:[a-z0-9-]+|\*)|\[::1\])(?:\/[a-z0-9_*.:/-]+)?$/i,
  ],
  ["files", FILES, /^[a-z0-9.+_]+$/],
])("the catalogue of %s", (_name, text, form) => {
  const all = words(text);

  it("uses existing categories", () => {
    expect([...new Set(all.map(({ category }) => category))].filter((id) => !IDS.has(id))).toEqual([]);
  });

  it("has every entry once, in its form and in lower case", () => {
    expect(twice(all.map(({ word }) => word))).toEqual([]);
    expect(all.filter(({ word }) => !form.test(word) || word !== word.toLowerCase())).toEqual([]);
  });
});
