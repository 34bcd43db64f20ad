import { describe, expect, it } from "vitest";
import type { Filter } from "@/lib/crm/records/schema";
import {
  conditionCount,
  conditionOf,
  conditionsDraft,
  filterOf,
  isComplete,
  type Line,
  newLine,
  plainest,
} from "@/lib/ui/light-kit/conditions/draft";

const STAGE = { attribute: "stage", operator: "in", value: ["won", "lost"] } satisfies Filter;
const AMOUNT = { attribute: "amount", operator: "gte", value: 5 } satisfies Filter;
const NONE = { attribute: "note", operator: "is_empty" } satisfies Filter;
const NESTED: Filter = { and: [STAGE, { or: [AMOUNT, NONE] }] };

/** As a page reads what was typed: amounts are numbers. */
const asTyped = (line: Line) =>
  conditionOf(line, (text) => (line.subject === "amount" ? Number(text) : text));

describe("a filter", () => {
  it.each<[string, Filter]>([
    ["two conditions", { or: [STAGE, AMOUNT] }],
    ["a condition beside a group", NESTED],
    ["a group alone", { and: [{ or: [AMOUNT, NONE] }] }],
  ])("of %s comes back from the editor as it went in", (_, filter) => {
    expect(filterOf(conditionsDraft(filter), asTyped)).toEqual(filter);
  });

  it("of one condition is joined as the only one of a list, or stands alone where that is asked for", () => {
    const filter = filterOf(conditionsDraft(AMOUNT), asTyped);
    expect(filter).toEqual({ and: [AMOUNT] });
    expect(plainest(filter)).toEqual(AMOUNT);
    expect(plainest({ or: [{ and: [AMOUNT] }] })).toEqual(AMOUNT);
    expect(plainest(NESTED)).toEqual(NESTED);
  });

  it("leaves out incomplete conditions, and groups of only these", () => {
    const onlyWhole = (line: Line) => (isComplete(line) ? asTyped(line) : undefined);
    const draft = conditionsDraft(NESTED);
    const blank = newLine({ slug: "name", name: "Name", type: "text", operators: ["eq"] });
    const group = { key: "g", join: "or" as const, lines: [blank] };
    expect(filterOf({ ...draft, parts: [...draft.parts, blank, group] }, onlyWhole)).toEqual(NESTED);
    expect(filterOf({ join: "and", parts: [blank] }, onlyWhole)).toBeNull();
    expect(filterOf({ join: "and", parts: [] }, onlyWhole)).toBeNull();
  });

  it("keeps the value of a condition whose attribute is not known, with its type", () => {
    const [line] = conditionsDraft(AMOUNT).parts;
    expect(line && "operator" in line && conditionOf(line, null)).toEqual(AMOUNT);
  });

  it("counts its conditions, those in groups among them", () => {
    expect([null, AMOUNT, NESTED].map(conditionCount)).toEqual([0, 1, 3]);
  });
});

describe("a condition", () => {
  const whole: Line = { key: "k", subject: "name", operator: "eq", text: "a", list: [] };

  it.each<[boolean, Partial<Line>]>([
    [true, {}],
    [false, { text: " " }],
    [false, { operator: "in" }],
    [true, { operator: "in", list: ["a"] }],
    [true, { operator: "is_empty", text: "" }],
  ])("is complete (%s) when %j", (expected, change) => {
    expect(isComplete({ ...whole, ...change })).toBe(expected);
  });
});
