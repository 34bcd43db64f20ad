import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { checkValues } from "@/lib/crm/attributes/rules";
import { AttributeType } from "@/lib/crm/attributes/schema";
import { readCell } from "@/lib/crm/import/cells/rules";
import { writeCell } from "@/lib/crm/import/rules";
import { compileFilter } from "@/lib/crm/records/list/rules";
import { keyOf } from "@/lib/crm/records/value-keys";
import { traitsOf } from "@/lib/crm/values/catalog";
import { ColumnType } from "@/lib/tables/schema";
import { parseCell, shownText, textOf } from "@/lib/ui/tables/grid/cells";

const OPTIONS = [
  { value: "won", label: "Won" },
  { value: "lost_for_good", label: "Lost for good" },
];
/** Cells that some type or other reads. */
const CELLS = [
  "0190f4ad-0000-7000-8000-000000000001",
  "1250.5",
  "-3",
  "yes",
  "2026-11-20",
  "won",
  "Won;lost_for_good",
  "ada@example.com",
  "example.com/a?b=c",
  "+44 20 7946 0000",
  "Ada Lovelace",
  "1:30",
];

/** The valid values that these cells give an attribute of a type. */
function valuesOf(type: AttributeType) {
  const attribute = { slug: "field", type, isRequired: false, options: OPTIONS };
  return CELLS.flatMap((cell) => {
    const reading = readCell(attribute, cell);
    if ("fault" in reading) return [];
    const { values, issues } = checkValues([attribute], { field: reading.value }, "create");
    return issues.length === 0 && values.field != null ? [values.field] : [];
  });
}

describe.each(AttributeType.options)("values of type %s", (type) => {
  const attribute = { slug: "field", type, isRequired: false, options: OPTIONS };

  it("read back what an export writes", () => {
    const values = valuesOf(type);
    expect(values).not.toEqual([]);
    for (const value of values) {
      const written = String(writeCell(value));
      expect(
        checkValues(
          [attribute],
          { field: (readCell(attribute, written) as { value: never }).value },
          "create",
        ),
      ).toEqual({ values: { field: value }, issues: [] });
    }
  });

  it("can be looked for by every operator of the type", () => {
    const field = { id: "field", slug: "field", type };
    for (const operator of traitsOf(type).operators) {
      for (const value of valuesOf(type)) {
        const one = Array.isArray(value) ? value[0] : value;
        const operand = operator.endsWith("empty")
          ? undefined
          : ["in", "not_in"].includes(operator)
            ? [one]
            : one;
        const filter = { attribute: "field", operator, ...(operand === undefined ? {} : { value: operand }) };
        expect(() => compileFilter([field], filter as never)).not.toThrow();
      }
    }
  });

  it("have different keys if they differ", () => {
    const single = valuesOf(type).filter((value) => !Array.isArray(value)) as (string | number | boolean)[];
    const keys = new Set(single.map((value) => keyOf(type, value)));
    expect(keys.size).toBe(new Set(single).size);
  });
});

describe.each(ColumnType.options)("cells of type %s", (type) => {
  const column = {
    key: "field",
    name: "Field",
    type,
    options: OPTIONS.map((each) => ({ ...each, color: "gray" as const })),
    currency_code: "EUR",
  };

  it("come back unchanged from the editor, and display something", () => {
    const values = valuesOf(type).filter((value) => !String(value).includes(";"));
    expect(values).not.toEqual([]);
    for (const value of values) {
      expect(parseCell(column, textOf(column, value))).toEqual({ value });
      expect(shownText(column, value)).not.toBe("");
    }
  });
});

it("the column types of tables are the attribute types marked for it, in the same order", () => {
  expect(ColumnType.options).toEqual([
    "text",
    "number",
    "currency",
    "checkbox",
    "date",
    "select",
    "multi_select",
    "email",
    "url",
  ]);
});

// A type that only one place knows is a type that the others get wrong.
const CATALOGS = ["lib/crm/values/catalog.ts", "lib/ui/values/catalog.ts"];
const FOLDERS = [
  "lib/crm",
  "lib/tables",
  "lib/forms/destination",
  "lib/ui/crm",
  "lib/ui/tables",
  "lib/ui/automations",
  "lib/ui/values",
];
/** Mail events stand under email addresses, and no other type has them. */
const ABOUT_MAIL = ["lib/ui/crm/record-page.tsx"];
const NAMES = AttributeType.options.filter((type) => type !== "text").join("|");
const ASKS = new RegExp(`\\btype\\)? [!=]== "(${NAMES})"|^\\s*case "(${NAMES})":|^\\s*currency: `, "m");

it("no file but the two catalogs asks which type a value is of", () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  expect(files.length).toBeGreaterThan(100);
  const asking = files.filter(
    (file) => ![...CATALOGS, ...ABOUT_MAIL].includes(file) && ASKS.test(readFileSync(file, "utf8")),
  );
  expect(asking).toEqual([]);
});
