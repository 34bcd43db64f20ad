import { describe, expect, it } from "vitest";
import { SIGNAL_WEIGHTS } from "@/lib/tracker/enrichment/limits";
import type { Sample } from "@/lib/ui/captured/queries";
import { outcomeOf } from "@/lib/ui/captured/words";

type Derived = NonNullable<Sample["derived"]>;
const DERIVED: Derived = {
  category: "dev.coding",
  category_label: "Coding",
  rule_id: "built-in/coding",
  project_id: "9c1f9f6e-6f6f-4d55-8d8c-5a1d3a3f7f10",
  project_name: "Web shop",
  task_key: null,
  confidence: 0.9,
  signal: "branch",
  suggested_project_id: null,
  suggested_task_key: null,
};
const words = (derived: Partial<Derived>, isPrivate = false) =>
  outcomeOf({ derived: { ...DERIVED, ...derived }, is_private: isPrivate } as Sample);

describe("what became of a sample", () => {
  it.each([...Object.keys(SIGNAL_WEIGHTS), "correction"])("is said in words where it is by %s", (signal) => {
    expect(words({ signal })).toMatch(/^Coding; counts for Web shop, by (?:an?|the|what) [\w', ]+\.$/);
  });

  it("is by the device where the evidence only suggests something else", () => {
    const suggested = { suggested_project_id: "other", confidence: 0.5, signal: "title" };
    expect(words({ ...suggested, suggested_task_key: "WEB-7" })).toBe(
      "Coding; counts for Web shop, by the device's own project. WEB-7 is suggested, by the title.",
    );
    expect(words(suggested)).toBe(
      "Coding; counts for Web shop, by the device's own project. Another project is suggested, by the title.",
    );
  });

  it("is by the evidence where only its task is not sure", () => {
    expect(
      words({ suggested_project_id: "same", suggested_task_key: "WEB-7", confidence: 0.8, signal: "branch" }),
    ).toBe("Coding; counts for Web shop, by the branch. WEB-7 is suggested.");
  });

  it("may be no project, or one that the person has left", () => {
    expect(words({ project_id: null }, true)).toBe("Coding; counts for no project: private.");
    expect(words({ project_name: null, task_key: "WEB-7" })).toBe(
      "Coding; counts for WEB-7 in a former project, by the branch.",
    );
  });
});
