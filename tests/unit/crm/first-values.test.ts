import { describe, expect, it } from "vitest";
import { firstValues } from "@/lib/crm/records/rules";
import type { Attribute } from "@/lib/ui/crm/queries";

const attribute = (slug: string, type: Attribute["type"], options: string[] = []) => ({
  slug,
  type,
  options: options.map((value) => ({ value, label: value, color: "gray" as const })),
});

describe("the default stage of a new record", () => {
  it("is the first stage, by whatever name", () => {
    const attributes = [
      attribute("name", "text"),
      attribute("stage", "select", ["lead", "won"]),
      attribute("visa_status", "select", ["asked", "granted"]),
    ];
    expect(firstValues({ attributes })).toEqual({ stage: "lead", visa_status: "asked" });
  });

  it("is empty if the attribute is not a stage or has no options", () => {
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
