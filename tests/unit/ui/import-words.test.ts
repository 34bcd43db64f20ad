import { describe, expect, it, vi } from "vitest";
import { importedSentence, undoneSentence } from "@/lib/ui/crm/import-words";

vi.stubGlobal("window", { navigator: { languages: ["en-GB"] } });

describe("the sentence on an import", () => {
  it.each([
    [{ created: 1, updated: 1, failed: 0 }, "1 record is new and 1 was updated."],
    [{ created: 300, updated: 0, failed: 0 }, "300 records are new."],
    [{ created: 0, updated: 2, failed: 1 }, "2 records were updated and 1 row was left out."],
    [{ created: 2, updated: 3, failed: 4 }, "2 records are new, 3 were updated, and 4 rows were left out."],
    [{ created: 0, updated: 0, failed: 0 }, "Nothing had to change."],
  ])("names what there was of %j", (counts, expected) => {
    expect(importedSentence(counts)).toBe(expected);
  });

  it.each([
    [{ deleted: 1, restored: 0, left: 1 }, "1 new record was deleted and 1 record was left as it is."],
    [{ deleted: 0, restored: 2, left: 0 }, "2 records have their former values again."],
    [{ deleted: 0, restored: 0, left: 0 }, "There was nothing to undo."],
  ])("names what became of %j when it was undone", (counts, expected) => {
    expect(undoneSentence(counts)).toBe(expected);
  });
});
