import { describe, expect, it } from "vitest";
import { runErrorTitle, subjectOf } from "@/lib/ui/automations/words";
import { recordOf } from "@/lib/ui/sequences/words";

const enrollmentOf = (record_title: string | null) => ({ record_title }) as Parameters<typeof recordOf>[0];
const runOf = (record_title: string | null) =>
  ({ record_id: "1", record_title, trigger: "record.created" }) as Parameters<typeof subjectOf>[0];

describe("the record that a log's line is about", () => {
  it.each([
    ["Anvil", "Anvil"],
    ["", "Untitled"],
    [null, "A record that is gone"],
  ])("with the title %j it reads %j", (title, words) => {
    expect(subjectOf(runOf(title))).toBe(words);
    expect(recordOf(enrollmentOf(title))).toBe(words);
  });
});

describe("what stands above a run's error", () => {
  it.each([
    [{ status: "failed", depth: 1, error: "The subscriber answered 500" }, "Why it failed"],
    [
      { status: "skipped", depth: 1, error: "The automation was switched off before this ran" },
      "Why it was skipped",
    ],
    [
      { status: "failed", depth: 6, error: "Stopped: too deep" },
      "Stopped: automations triggered each other in a loop",
    ],
  ] as const)("of %j", (run, title) => {
    expect(runErrorTitle(run)).toBe(title);
  });
});
