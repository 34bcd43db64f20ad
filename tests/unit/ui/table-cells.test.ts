import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NUMBER_VALUE_MAX } from "@/lib/crm/attributes/limits";
import { fromTsv, parseCell, textOf, toTsv } from "@/lib/ui/tables/grid/cells";
import { pasted } from "@/lib/ui/tables/grid/clipboard";
import type { Column } from "@/lib/ui/tables/grid/types";
import { parseDay, safeLink } from "@/lib/ui/values/parse";

function column(type: Column["type"]): Column {
  const options = [
    { value: "new", label: "Brand new", color: "blue" as const },
    { value: "used", label: "Used", color: "gray" as const },
    { value: "as_new", label: "R\u00e9nov\u00e9", color: "green" as const },
  ];
  return { key: type, name: type, type, options, currency_code: type === "currency" ? "EUR" : null };
}

describe("what is typed into a cell", () => {
  it.each([
    ["number", "1,234.5", 1234.5],
    ["number", "1234,5", 1234.5],
    ["number", "1,234", 1234],
    ["number", "-7", -7],
    ["number", "1.234,50", 1234.5],
    ["number", "(12)", -12],
    ["currency", "€ 12.50", 12.5],
    ["currency", "12.50 EUR", 12.5],
    ["checkbox", "yes", true],
    ["checkbox", "FALSE", false],
    ["date", "2026-2-9", "2026-02-09"],
    ["date", "9 Feb 2026", "2026-02-09"],
    ["date", "31 December 2026", "2026-12-31"],
    ["select", "brand NEW", "new"],
    ["select", "RE\u0301NOVE\u0301", "as_new"],
    ["multi_select", "Used, new", ["used", "new"]],
    ["url", "example.com/a", "https://example.com/a"],
    ["url", "mailto:ada@example.com", "mailto:ada@example.com"],
    ["email", " ada@example.com ", "ada@example.com"],
    ["text", "  ", null],
  ] as const)("of a %s column, %j becomes %j", (type, text, value) => {
    expect(parseCell(column(type), text)).toEqual({ value });
  });

  it.each([
    ["number", "12x"],
    ["number", "0x1F"],
    ["number", "Infinity"],
    ["number", "--1"],
    ["checkbox", "maybe"],
    ["date", "2026-02-30"],
    ["date", "tomorrow"],
    ["select", "Lost"],
    ["multi_select", "Used, Lost"],
    ["url", "javascript:alert(1)"],
    ["url", "data:text/html,x"],
    ["email", "ada at example"],
  ] as const)("of a %s column, %j is refused with a reason", (type, text) => {
    expect(parseCell(column(type), text)).toEqual({ fault: expect.any(String) });
  });

  it.each(["1e400", "-1e16", "9007199254740993"])("says of %s that it is out of range", (text) => {
    expect(parseCell(column("number"), text)).toEqual({ fault: expect.stringMatching(/^Not between/) });
  });

  it("comes back from its own text unchanged", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -NUMBER_VALUE_MAX, max: NUMBER_VALUE_MAX }), (value) => {
        const number = column("number");
        const parsed = parseCell(number, textOf(number, value));
        expect("value" in parsed ? Number(parsed.value) : Number.NaN).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});

describe("a date that is pasted from a spreadsheet", () => {
  it.each([
    ["en-GB", "31/12/2026", "2026-12-31"],
    ["en-US", "12/31/2026", "2026-12-31"],
    ["de-DE", "09.02.2026", "2026-02-09"],
    ["de-DE", "9. Februar 2026", "2026-02-09"],
    ["ja-JP", "2026/2/9", "2026-02-09"],
    ["th-TH", "2567-02-28", "2567-02-28"],
  ])("is read as %s writes it: %s", (language, text, value) => {
    expect(parseDay(text, language)).toEqual({ value });
  });

  it.each(["en-GB", "en-US"])(
    "is refused for %s where the day and the month could change places",
    (language) => {
      expect(parseDay("05/09/2026", language)).toEqual({ fault: "Not a date, as in 2026-11-20" });
    },
  );
});

describe("links of cells", () => {
  it.each([
    "javascript:alert(1)",
    "JaVaScript:alert(1)",
    " data:text/html,x",
    "vbscript:x",
    "/relative",
    "//host",
  ])("never lead to %j", (text) => {
    expect(safeLink(text)).toBeNull();
  });
});

describe("the clipboard", () => {
  it("names what is pasted right of the last column, except empty cells", () => {
    const columns = [{ column: column("text"), left: 0, width: 100 }] as unknown as Parameters<
      typeof pasted
    >[2];
    const { changes, faults } = pasted(
      [
        ["A", "lost"],
        ["B", ""],
      ],
      { row: 0, column: 0 },
      columns,
      2,
    );
    expect(changes.map(({ value }) => value)).toEqual(["A", "B"]);
    expect(faults).toEqual(["row 1: there is no column for it"]);
  });

  it("gives a block back as it was taken, whatever stands in its cells", async () => {
    const text = column("text");
    const cell = fc.string({ minLength: 1, unit: "grapheme" }).map((each) => each.replace(/\r/g, ""));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 4 }), async (rows) => {
        fc.pre(rows.every(([first]) => first !== ""));
        const block = rows.map((row) => row.map((value) => ({ column: text, value })));
        expect(await fromTsv(toTsv(block))).toEqual(rows);
      }),
      { numRuns: 60 },
    );
  });

  it("treats an unclosed quotation mark as a character", async () => {
    expect(await fromTsv('"open\tb')).toEqual([['"open', "b"]]);
  });

  it("hands texts that look like formulas to spreadsheets as texts, and numbers as numbers", () => {
    const formula = { column: column("text"), value: "=HYPERLINK(1)" };
    const number = { column: column("number"), value: -5 };
    expect(toTsv([[formula, number]])).toBe("'=HYPERLINK(1)\t-5");
  });

  // Spreadsheets for scripts with full-width characters take those for the signs that they look like.
  it.each(["=1", "+1", "-1", "@SUM(1)", "＝1", "＋1", "－1", "＠SUM(1)", "'=1", "''-1"])(
    "hands %j on so that nothing runs, and takes it back as it was",
    async (value) => {
      const tsv = toTsv([[{ column: column("text"), value }]]);
      expect(tsv).toBe(`'${value}`);
      expect(await fromTsv(tsv)).toEqual([[value]]);
    },
  );
});
