import { describe, expect, it } from "vitest";
import { disputed } from "@/lib/ui/crm/change-record";

describe("a record that two have changed", () => {
  const base = { name: "Ada", phone: null, tags: ["a", "b"] };

  it.each([
    ["nothing else", { name: "Ada L." }, {}, []],
    ["another value", { name: "Ada L." }, { phone: "123" }, []],
    ["the same value, to the same", { name: "Ada L." }, { name: "Ada L." }, []],
    ["the same value, to something else", { name: "Ada L." }, { name: "Ada K." }, ["name"]],
    ["the same value, which they emptied", { name: "Ada L." }, { name: null }, ["name"]],
    ["the same options, in the same way", { tags: ["a"] }, { tags: ["a"] }, []],
    ["the same options, in another way", { tags: ["a"] }, { tags: ["b"] }, ["tags"]],
    ["what was empty", { phone: "1" }, { phone: "2" }, ["phone"]],
  ])("has a conflict where both changed: they changed %s", (_what, mine, change, expected) => {
    expect(disputed(mine, base, { ...base, ...change })).toEqual(expected);
  });

  it("treats missing values as empty", () => {
    expect(disputed({ phone: "1" }, {}, { phone: null })).toEqual([]);
    expect(disputed({ phone: null }, { phone: "1" }, {})).toEqual([]);
  });
});
