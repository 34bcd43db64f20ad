import { describe, expect, it } from "vitest";
import { firstValues } from "@/lib/crm/records/rules";
import type { Attribute } from "@/lib/ui/crm/queries";

const attribute = (slug: string, type: Attribute["type"], options: string[] = []) => ({
  slug,
  type,
  options: options.map((value) => ({ value, label: value, color: "gray" as const })),
});

describe("what a new record begins with", () => {
  it("is the first stage, by whatever name", () => {
    const attributes = [
      attribute("name", "text"),
      attribute("stage", "select", ["lead", "won"]),
      attribute("visa_status", "select", ["asked", "granted"]),
    ];
    expect(firstValues({ attributes })).toEqual({ stage: "lead", visa_status: "asked" });
  });

  it("is nothing where a choice is not a stage, or there is none to choose", () => {
    const attributes = [
      attribute("name", "text"),
      attribute("industry", "select", ["steel"]),
      attribute("status", "text"),
      attribute("stages", "multi_select", ["lead"]),
      attribute("stage", "select"),
    ];
    expect(firstValues({ attributes })).toEqual({});
  });
});
