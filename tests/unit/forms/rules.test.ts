import { describe, expect, it } from "vitest";
import { checkSubmission } from "@/lib/forms/answers/rules";
import { checkDefinition, pagesOf, publicFields } from "@/lib/forms/definition/rules";
import { initialValues, valuesFromTexts } from "@/lib/forms/rules";
import { FormField } from "@/lib/forms/schema";
import { cleanText } from "@/lib/http/clean-text";
import { processorMs } from "@/tests/support/processor-time";

function field(key: string, type: string, more: object = {}) {
  return FormField.parse({ key, type, label: key, ...more });
}
const issuesOf = (fields: FormField[], values: object) => checkSubmission(fields, { ...values }).issues;
const paths = (issues: { path: string }[]) => issues.map(({ path }) => path);

describe("answers", () => {
  const yes = { value: "yes", label: "Yes" };
  const cases: [type: string, more: object, good: unknown, bad: unknown][] = [
    ["text", {}, "x".repeat(1_000), "x".repeat(1_001)],
    ["text", { validation: { min_length: 3 } }, "abc", "ab"],
    ["text", { validation: { format: "digits" } }, "123", "12a"],
    ["textarea", {}, "x".repeat(10_000), "x".repeat(10_001)],
    ["textarea", {}, "x", { text: "x" }],
    ["email", {}, "ada@example.com", "ada@"],
    ["phone", {}, "+49 (30) 123-45", "call me"],
    ["number", {}, 1.5, "1.5"],
    ["number", { validation: { integer: true } }, 2, 1.5],
    ["number", { validation: { min: 1, max: 3 } }, 3, 4],
    ["url", {}, "https://example.com/a", "javascript:alert(1)"],
    ["url", {}, "http://example.com", "//example.com"],
    ["date", {}, "2024-02-29", "2023-02-29"],
    ["date", { validation: { min_date: "2026-01-01" } }, "2026-01-01", "2025-12-31"],
    ["select", { options: [yes] }, "yes", "no"],
    ["radio", { options: [yes] }, "yes", ["yes"]],
    ["multi_select", { options: [yes] }, ["yes"], ["yes", "no"]],
    ["multi_select", { options: [yes] }, ["yes"], "yes"],
    ["multi_select", { options: ["a", "b"], validation: { max_selected: 1 } }, ["a"], ["a", "b"]],
    ["checkbox", {}, true, "true"],
    ["consent", {}, true, 1],
    ["rating", {}, 5, 6],
    ["rating", { validation: { max: 10 } }, 10, 0],
    ["file", {}, "0199a3f0-6d1c-7c43-9a53-3f8b6a0f2b11", "../../etc/passwd"],
    ["hidden", {}, "utm", 7],
  ];
  it.each(cases)("of type %s %j are accepted if they fit and refused otherwise", (type, more, good, bad) => {
    const fields = [field("a", type, more)];
    expect(checkSubmission(fields, { a: good })).toEqual({ values: { a: good }, issues: [] });
    expect(paths(issuesOf(fields, { a: bad }))).toEqual(["values.a"]);
  });

  it("that are required are missing when blank: no text, spaces, no choice, an unticked consent", () => {
    const required = { required: true };
    const fields = [
      field("a", "text", required),
      field("b", "multi_select", { ...required, options: ["x"] }),
      field("c", "consent", required),
      field("d", "number", required),
    ];
    const { issues } = checkSubmission(fields, { a: "  ", b: [], c: false });
    expect(paths(issues)).toEqual(["values.a", "values.b", "values.c", "values.d"]);
    expect(new Set(issues.map(({ message }) => message))).toEqual(new Set(["Please answer this"]));
  });

  it.each(["phone", "email", "url"])("of type %s are checked quickly, however long they are", (type) => {
    const took = processorMs(() => {
      expect(issuesOf([field("a", type)], { a: `${"1".repeat(30_000)}!` })).toHaveLength(1);
    });
    expect(took).toBeLessThan(1_000);
  });

  it("that can't be given are refused, even if logic requires them", () => {
    const when = (operator: string) => ({ show_if: { conditions: [{ field: "a", operator, value: "x" }] } });
    const fields = [field("a", "text"), field("b", "text", when("eq")), field("c", "text", when("gt"))];
    const deep = JSON.parse("[".repeat(20_000) + "]".repeat(20_000));
    for (const odd of [{ toString: 1, valueOf: 1 }, [{ toString: 1, valueOf: 1 }], deep]) {
      expect(paths(issuesOf(fields, { a: odd }))).toEqual(["values.a"]);
    }
  });

  it("get one issue each, however many rules they break", () => {
    const fields = [field("a", "text", { validation: { min_length: 5, format: "digits" } })];
    expect(issuesOf(fields, { a: "x" })).toHaveLength(1);
  });

  it("to fields that the form does not have are refused by name", () => {
    expect(paths(issuesOf([field("a", "text")], { a: "x", b: "y", is_spam: false }))).toEqual([
      "values.b",
      "values.is_spam",
    ]);
    expect(
      paths(issuesOf([field("a", "text")], JSON.parse('{"__proto__": "x", "constructor": "y"}'))),
    ).toContain("values.constructor");
  });

  it("lose characters that reverse or hide text, and keep the rest as typed", () => {
    const spoofed = "invoice\u202Efdp.exe\u0007 <b>&</b>";
    expect(checkSubmission([field("a", "text")], { a: spoofed }).values.a).toBe("invoicefdp.exe <b>&</b>");
    expect(cleanText("a\r\nb\tc", true)).toBe("a\nb\tc");
    expect(cleanText("a\r\nb\tc", false)).toBe("a b c");
    expect(cleanText("\u0645\u200f\u0631", false)).toBe("\u0645\u200f\u0631");
  });

  it("are parsed from a plain form or an address by the type of their field", () => {
    const fields = [
      field("n", "number"),
      field("m", "multi_select", { options: ["a", "b"] }),
      field("c", "checkbox"),
      field("ok", "consent"),
      field("t", "text", { default_value: "here" }),
      field("f", "file"),
    ];
    const texts: [string, string][] = [
      ["n", " 7 "],
      ["m", "a"],
      ["m", "b"],
      ["c", "on"],
      ["ok", "on"],
      ["f", "x"],
      ["zzz", "1"],
    ];
    const read = { n: 7, m: ["a", "b"], c: true };
    expect(valuesFromTexts(fields, texts)).toEqual({ ...read, ok: true, f: "x" });
    expect(initialValues(fields, texts)).toEqual({ ...read, t: "here" });
    expect(valuesFromTexts(fields, [["n", "seven"]])).toEqual({ n: "seven" });
  });

  it("are read from texts in time linear in their number, however often one key comes", () => {
    const texts = Array.from({ length: 60_000 }, (): [string, string] => ["n", "7"]);
    const took = processorMs(() => valuesFromTexts([field("n", "number")], texts));
    expect(took).toBeLessThan(3_000);
  });
});

describe("a box that is left unticked", () => {
  const hidden = { show_if: { match: "all", conditions: [{ field: "name", operator: "eq", value: "Ada" }] } };
  const fields = [
    field("name", "text"),
    field("news", "checkbox"),
    field("terms", "consent"),
    field("unseen", "checkbox", hidden),
  ];

  it.each([{}, { news: false }, { news: null, terms: "" }])("counts as no if it was shown: %j", (given) => {
    expect(checkSubmission(fields, { name: "Grace", ...given })).toEqual({
      values: { name: "Grace", news: false, terms: false },
      issues: [],
    });
  });

  it("is still missing if it has to be ticked", () => {
    const { issues } = checkSubmission([field("terms", "consent", { required: true })], {});
    expect(issues.map(({ path }) => path)).toEqual(["values.terms"]);
  });
});

describe("logic", () => {
  const showIf = (on: string, operator: string, value?: unknown, match = "all") => ({
    show_if: { match, conditions: [{ field: on, operator, value }] },
  });

  it("asks and requires a field only while its conditions are met, and leaves its answer out otherwise", () => {
    const fields = [
      field("kind", "radio", { options: ["person", "firm"] }),
      field("firm", "text", { required: true, ...showIf("kind", "eq", "firm") }),
      field("vat", "text", showIf("firm", "is_not_empty")),
      field("why", "text", {
        require_if: { conditions: [{ field: "kind", operator: "eq", value: "person" }] },
      }),
    ];
    expect(paths(issuesOf(fields, { kind: "firm" }))).toEqual(["values.firm"]);
    expect(paths(issuesOf(fields, { kind: "person" }))).toEqual(["values.why"]);
    // What was typed before the visitor went back counts for nothing, and neither does what hangs on it.
    const back = { kind: "person", why: "because", firm: "Grüner Tee", vat: "DE1" };
    expect(checkSubmission(fields, back).values).toEqual({ kind: "person", why: "because" });
    expect(checkSubmission(fields, { ...back, kind: "firm" }).values).toEqual({ ...back, kind: "firm" });
  });

  const cases: [string, unknown, unknown, boolean][] = [
    ["eq", " Yes ", "yes", true],
    ["eq", "cafe\u0301", "Caf\u00e9", true],
    ["contains", "Un cafe\u0301 noir", "caf\u00e9", true],
    ["neq", "no", "yes", true],
    ["neq", undefined, "yes", true],
    ["eq", undefined, false, true],
    ["eq", true, true, true],
    ["contains", "Green tea", "tea", true],
    ["contains", ["a", "b"], "b", true],
    ["contains", ["ab"], "a", false],
    ["gt", 10, 9, true],
    ["gt", 9, 10, false],
    ["gte", 10, 10, true],
    ["lt", "2026-01-01", "2026-02-01", true],
    ["lte", undefined, 5, false],
    ["is_empty", "", undefined, true],
    ["is_not_empty", 0, undefined, true],
  ];
  it.each(cases)("%s of %j and %j is %s", (operator, value, operand, isShown) => {
    const type = Array.isArray(value) ? "multi_select" : typeof value === "boolean" ? "checkbox" : "hidden";
    const source =
      type === "multi_select"
        ? field("a", type, { options: ["a", "b", "ab"] })
        : typeof value === "number"
          ? field("a", "number")
          : field("a", type);
    const fields = [source, field("b", "text", { required: true, ...showIf("a", operator, operand) })];
    expect(paths(issuesOf(fields, { a: value }))).toEqual(isShown ? ["values.b"] : []);
  });

  it("with a cycle is refused for every field of the cycle and no other", () => {
    const circle = [
      field("a", "text", showIf("c", "is_empty")),
      field("b", "text", showIf("a", "is_empty")),
      field("c", "text", showIf("b", "is_empty")),
      field("d", "text", showIf("a", "is_empty")),
    ];
    expect(paths(checkDefinition(circle))).toEqual([
      "fields.0.show_if",
      "fields.1.show_if",
      "fields.2.show_if",
    ]);
    // Judged all the same, it ends.
    expect(checkSubmission(circle, {}).issues).toEqual([]);
  });
});

describe("a definition", () => {
  const refused: [string, FormField[], string][] = [
    ["a key twice", [field("a", "text"), field("a", "text")], "fields.1.key"],
    ["a choice without options", [field("a", "radio")], "fields.0.options"],
    ["options of a text", [field("a", "text", { options: ["x"] })], "fields.0.options"],
    ["an option twice", [field("a", "select", { options: ["x", "x"] })], "fields.0.options"],
    [
      "a setting of another type",
      [field("a", "text", { validation: { max: 3 } })],
      "fields.0.validation.max",
    ],
    [
      "limits the wrong way round",
      [field("a", "number", { validation: { min: 3, max: 1 } })],
      "fields.0.validation.max",
    ],
    [
      "logic over a field that is not there",
      [field("a", "text", { show_if: { conditions: [{ field: "zz", operator: "is_empty" }] } })],
      "fields.0.show_if",
    ],
    [
      "logic over a field that nobody sees",
      [
        field("a", "text", { show_if: { conditions: [{ field: "b", operator: "is_empty" }] } }),
        field("b", "text", { is_visible: false }),
      ],
      "fields.0.show_if",
    ],
    [
      "logic over itself",
      [field("a", "text", { require_if: { conditions: [{ field: "a", operator: "is_empty" }] } })],
      "fields.0.require_if",
    ],
    [
      "a comparison with nothing",
      [field("a", "text"), field("b", "text", { show_if: { conditions: [{ field: "a", operator: "eq" }] } })],
      "fields.1.show_if",
    ],
  ];
  it.each(refused)("with %s is refused at that place", (_name, fields, path) => {
    expect(paths(checkDefinition(fields))).toContain(path);
  });
});

describe("pages", () => {
  const next = { starts_page: true };
  const unseen = { is_visible: false };
  const keysOf = (fields: FormField[]) =>
    pagesOf(publicFields(fields)).map((page) => page.map(({ key }) => key));

  it("begin with the fields that say so; a form without such fields has one", () => {
    const plain = [field("a", "text"), field("b", "text")];
    expect(keysOf(plain)).toEqual([["a", "b"]]);
    expect(keysOf([...plain, field("c", "text", next), field("d", "text")])).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
    expect(keysOf([])).toEqual([]);
  });

  it("are none for the first field, which begins the first page anyway", () => {
    expect(keysOf([field("a", "text", next), field("b", "text")])).toEqual([["a", "b"]]);
  });

  it("begin with the next field where visitors don't see the one that says so", () => {
    const fields = [
      field("a", "text"),
      field("b", "text", { ...next, ...unseen }),
      field("c", "hidden", next),
      field("d", "text"),
      field("e", "text"),
    ];
    expect(keysOf(fields)).toEqual([["a"], ["d", "e"]]);
    expect(keysOf(fields.slice(0, 3))).toEqual([["a"]]);
  });
});
