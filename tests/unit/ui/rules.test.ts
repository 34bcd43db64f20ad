import { describe, expect, it } from "vitest";
import { RULE_CATEGORIES } from "@/lib/tracker/enrichment/catalog";
import { RULE_KINDS } from "@/lib/tracker/enrichment/written-rules";
import { RULES_BYTES_MAX } from "@/lib/tracker/rules/limits";
import { ApiError } from "@/lib/ui/api/client";
import { changeRule } from "@/lib/ui/rules/change-rule";
import type { Rule } from "@/lib/ui/rules/rule";
import { importProblem, readRuleFile, ruleFileOf } from "@/lib/ui/rules/rule-file";
import { CATEGORY_CHOICES, differenceOf, differenceText, KIND_NAMES, moved } from "@/lib/ui/rules/words";

const rule = (id: string, value = `${id}.example`, category: Rule["category"] = "learn"): Rule => ({
  id,
  kind: "host",
  value,
  category,
});
const [a, b, c] = [rule("a"), rule("b"), rule("c")];
const idsOf = (rules: readonly Rule[]) => rules.map(({ id }) => id).join("");

it("offers every kind of rule, and every category that a rule may name, once", () => {
  expect([...KIND_NAMES].sort()).toEqual([...RULE_KINDS].sort());
  const offered = CATEGORY_CHOICES.flatMap(({ items }) => items.map(({ value }) => value));
  expect(offered.sort()).toEqual([...RULE_CATEGORIES].sort());
});

it.each([
  ["a", 0, "abc"],
  ["a", 1, "bac"],
  ["a", 2, "bca"],
  ["c", 0, "cab"],
  ["c", 99, "abc"],
  ["x", 0, "abc"],
])("moves %s to place %i", (id, to, order) => {
  expect(idsOf(moved([a, b, c], id, to))).toBe(order);
});

describe("the draft compared with the rules in force", () => {
  it.each([
    ["nothing", [a, b], [a, b], ""],
    ["a new one", [a, b], [a], "1 new"],
    ["one that is gone", [a], [a, b], "1 deleted"],
    ["another category", [{ ...a, category: "design" as const }], [a], "1 changed"],
    ["another value", [{ ...a, value: "x.example" }], [a], "1 changed"],
    ["another order", [b, a], [a, b], "another order"],
    ["one taken away and written again", [{ ...a, id: "z" }, b], [a, b], ""],
    [
      "much at once",
      [c, { ...b, category: "design" as const }, rule("d")],
      [a, b, c],
      "1 new, 1 changed, 1 deleted, and another order",
    ],
  ])("is described: %s", (_, rules, inForce, text) => {
    expect(differenceText(differenceOf(rules, inForce))).toBe(text);
  });

  it("is described for each rule", () => {
    const difference = differenceOf([rule("d"), { ...b, category: "design" }], [a, b]);
    expect([...difference.added]).toEqual(["d"]);
    expect([...difference.changed]).toEqual(["b"]);
    expect(difference.removed).toEqual([a]);
  });
});

describe("a change of a rule that was read before others changed something", () => {
  const stale = (rules: Rule[], draft_version: number) =>
    new ApiError(412, "Someone else", [], null, { rules, draft_version });

  it("is sent again on the newer version if its rule is unchanged", async () => {
    const sent: string[] = [];
    const answer = await changeRule(a, 1, async (tag) => {
      sent.push(tag);
      if (sent.length < 3) throw stale([b, a], sent.length + 1);
      return "done";
    });
    expect([answer, sent]).toEqual(["done", ['"1"', '"2"', '"3"']]);
  });

  it.each([
    ["changed", [{ ...a, category: "design" as const }, b]],
    ["deleted", [b]],
  ])("is given up if somebody has %s it", async (what, rules) => {
    const sent: string[] = [];
    const change = changeRule(a, 1, async (tag) => {
      sent.push(tag);
      throw stale(rules, 2);
    });
    await expect(change).rejects.toThrow(`Someone else has ${what} this rule`);
    expect(sent).toHaveLength(1);
  });

  it("is given up for any other reason", async () => {
    const refusal = new ApiError(409, "There is a rule like it");
    await expect(changeRule(a, 1, () => Promise.reject(refusal))).rejects.toBe(refusal);
  });
});

describe("a file of rules", () => {
  it("is read as it was written, and as ActivityWatch writes it", async () => {
    const text = await ruleFileOf([a, b]).text();
    const { kind, value, category } = a;
    expect(readRuleFile("rules.json", text)).toMatchObject({ rules: [{ kind, value, category }, {}] });
    const classes = [{ name: ["Work"], rule: { type: "regex", regex: "vim" } }];
    for (const file of [{ categories: classes }, { classes }, classes]) {
      expect(readRuleFile("aw.json", JSON.stringify(file))).toEqual({ classes });
    }
  });

  it.each([
    ["not JSON", "{", "is not a JSON file"],
    ["nothing", "", "is not a JSON file"],
    ["another file", '{"buckets": {}}', "holds no rules"],
    ["a text", '"rules"', "holds no rules"],
    ["null", "null", "holds no rules"],
    ["too much", " ".repeat(RULES_BYTES_MAX + 1), "is larger than 2 MB"],
  ])("is refused where it holds %s", (_, text, problem) => {
    expect(readRuleFile("a.json", text)).toEqual({ problem: expect.stringContaining(`a.json ${problem}`) });
  });

  it("names what is wrong in it by numbers from 1", () => {
    const issues = ["rules.0.value", "rules.3.kind", "classes.1.name", "mode"].map((path) => ({
      path,
      message: "Wrong.",
    }));
    const error = new ApiError(422, "The request body is not valid.", issues);
    expect(importProblem(error)).toBe(
      "The request body is not valid. Rule 1: Wrong. Rule 4: Wrong. Category 2: Wrong. and 1 more.",
    );
    expect(importProblem(new ApiError(412, "Someone else"))).toContain("import the file again");
  });
});
