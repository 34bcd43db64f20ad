import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/http/app-error";
import type { IfMatch } from "@/lib/http/if-match";
import { conditionOf, searchIn, withChangedColumn, withColumn } from "@/lib/tables/rules";
import { type Column, CreateColumn } from "@/lib/tables/schema";

function aColumn(name: string, given: object = {}) {
  return CreateColumn.parse({ name, type: "text", ...given });
}

function columnsOf(...names: string[]): Column[] {
  return names.reduce<Column[]>((columns, name) => withColumn(columns, aColumn(name)), []);
}

describe("withColumn", () => {
  it("gives every column a valid key of its own, whatever its name", () => {
    const name = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 100 })
      .filter((text) => text.trim() !== "");
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 20 }), (names) => {
        const keys = columnsOf(...names).map(({ key }) => key);
        expect(new Set(keys).size).toBe(names.length);
        for (const key of keys) expect(aColumn("x", { key }).key).toBe(key);
        expect(keys).not.toContain("id");
      }),
      { numRuns: 50 },
    );
  });

  it("puts it behind those in use and before the archived ones", () => {
    const columns = withChangedColumn(columnsOf("a", "b"), "a", { is_archived: true });
    expect(withColumn(columns, aColumn("c")).map(({ key }) => key)).toEqual(["b", "c", "a"]);
  });

  it("refuses the key of an archived column, and one column more than there may be", () => {
    const columns = withChangedColumn(columnsOf("a"), "a", { is_archived: true });
    expect(() => withColumn(columns, aColumn("x", { key: "a" }))).toThrow(AppError);
    const full = columnsOf(...Array.from({ length: 100 }, (_, index) => `c${index}`));
    expect(() => withColumn(full, aColumn("x"))).toThrow("at most 100");
  });
});

describe("withChangedColumn", () => {
  it("moves a column to any place and loses none", () => {
    const columns = columnsOf("a", "b", "c", "d");
    fc.assert(
      fc.property(fc.constantFrom("a", "b", "c", "d"), fc.nat(100), (key, position) => {
        const moved = withChangedColumn(columns, key, { position }).map((column) => column.key);
        expect([...moved].sort()).toEqual(["a", "b", "c", "d"]);
        expect(moved.indexOf(key)).toBe(Math.min(position, 3));
      }),
    );
  });
});

describe("the condition of a change to a row", () => {
  it.each([
    [null, undefined, null],
    [null, 3, ['"3"']],
    ["any", undefined, "any"],
    ["any", 3, ['"3"']],
    [['"4"', '"5"'], undefined, ['"4"', '"5"']],
    [['"4"'], 3, ['"4"']],
    [[], 3, []],
  ] as [IfMatch, number | undefined, IfMatch][])(
    "is with If-Match %j and the body's %j %j",
    (...[ifMatch, given, condition]) => {
      expect(conditionOf(ifMatch, given)).toEqual(condition);
    },
  );
});

describe("searchIn", () => {
  it("searches only the given columns", () => {
    const [name, hidden] = columnsOf("name", "hidden");
    const test = JSON.stringify(searchIn(name ? [name] : [], "É"));
    expect(test).toContain('"slug":"name"');
    expect(test).not.toContain(hidden?.key);
  });

  it("finds nothing where no column has text, instead of everything", () => {
    expect(searchIn([], "x")).toMatchObject({ kind: "keys", keys: [] });
    expect(searchIn(columnsOf("a"), "  ")).toBeNull();
  });
});
