import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { AttributeType } from "@/lib/crm/attributes/schema";
import { type Traits, traitsOf } from "@/lib/crm/values/catalog";
import { FieldType } from "@/lib/forms/schema";
import { operatorsOf } from "@/lib/ui/forms/words";
import { type ComparedType, operatorWords } from "@/lib/ui/light-kit/conditions/words";

const OFFERED: [ComparedType, readonly Parameters<typeof operatorWords>[1][]][] = [
  ...AttributeType.options.map(
    (type) => [type, traitsOf(type).operators] as [AttributeType, Traits["operators"]],
  ),
  ...FieldType.options.map((type) => [type, operatorsOf(type)] as [FieldType, Traits["operators"]]),
  ["time", ["gt", "gte", "lt", "lte"]],
];

describe("the words of operators", () => {
  it.each(OFFERED)("of %s are all different", (type, operators) => {
    const words = operators.map((operator) => operatorWords(type, operator));
    expect(operators.length).toBeGreaterThan(0);
    expect(words.every((word) => /^(is|has|contains|starts with)\b/.test(word))).toBe(true);
    expect(new Set(words).size).toBe(operators.length);
  });

  it.each(["date", "time"] as const)("of a %s are those of dates", (type) => {
    expect((["gt", "gte", "lt", "lte"] as const).map((operator) => operatorWords(type, operator))).toEqual([
      "is after",
      "is on or after",
      "is before",
      "is on or before",
    ]);
    expect(operatorWords("date", "eq")).toBe("is on");
    expect(operatorWords("number", "gt")).toBe("is more than");
  });

  it("name a list of values alike wherever one is compared", () => {
    expect(operatorWords("text", "in")).toBe("is any of");
    expect(operatorWords("select", "in")).toBe("is any of");
    expect(operatorWords("multi_select", "in")).toBe("has any of");
    expect(operatorWords("multi_select", "contains")).toBe("has");
  });

  it("stand in one file", () => {
    const phrases =
      /"(is any of|is one of|is more than|is at least|is less than|is at most|starts with|is on or after)"/;
    const files = readdirSync("lib/ui", { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) => phrases.test(readFileSync(path.join("lib/ui", file), "utf8")));
    expect(files).toEqual(["light-kit/conditions/words.ts"]);
  });
});
