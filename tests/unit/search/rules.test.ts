import { describe, expect, it } from "vitest";
import { WORDS_MAX } from "@/lib/search/limits";
import { best, rankOf, readSought } from "@/lib/search/rules";

describe("a search text", () => {
  it("is empty if it contains no words", () => {
    for (const text of ["", "  \t ", "\u0301"]) expect(readSought(text)).toBeNull();
  });

  it("is its words, as typed and folded, and never more than so many", () => {
    expect(readSought("  Ünï  CODE ")).toMatchObject({ words: ["Ünï", "CODE"], folded: ["uni", "code"] });
    expect(readSought("a ".repeat(50))?.words).toHaveLength(WORDS_MAX);
  });

  it.each([
    ["WEB-12", { key: "WEB", number: 12 }],
    ["web-12", { key: "WEB", number: 12 }],
    ["12", { key: null, number: 12 }],
    ["web 12", null],
    ["-12", null],
    ["1234567890", null],
  ])("is a task where %s names one", (text, task) => {
    expect(readSought(text)?.task).toEqual(task);
  });

  it("has runs of three letters where there are some, and letters where more rows are worth reading", () => {
    expect(readSought("100% of acme")).toMatchObject({ runs: ["100", "acme"], hasLetters: true });
    expect(readSought("% _ 🎉")).toMatchObject({ runs: [], hasLetters: false });
    expect(readSought("北京")).toMatchObject({ runs: [], hasLetters: true });
  });
});

describe("the ranking of results", () => {
  const rank = (text: string, title: string) => rankOf(readSought(text) ?? { loose: [] }, title);

  it("puts exact names first, then names that begin with the text, then words that do, then the rest", () => {
    expect(["Acme", "ACME Corp", "The Acme", "Subacme"].map((title) => rank("acme", title))).toEqual([
      0, 1, 2, 3,
    ]);
    expect(rank("strasse", "Straße")).toBe(0);
    expect(rank("corp ac", "Acme Corp")).toBe(2);
    expect(rank("hook", "https://example.com/hook")).toBe(2);
  });

  it("is at most so many of each kind, with shorter titles first among equals", () => {
    const found = (["record", "task"] as const).flatMap((kind) =>
      ["Acme three", "Acme", "Acme two"].map((title) => ({ kind, title, rank: rank("acme", title) })),
    );
    expect(best(found, 2).map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      "record Acme",
      "task Acme",
      "record Acme two",
      "task Acme two",
    ]);
  });
});
