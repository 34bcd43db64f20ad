import type { Import } from "@/lib/ui/crm/import-queries";
import { countOf } from "@/lib/ui/kit/words/counts";

const WORDS: Record<Import["state"], string> = {
  receiving: "Receiving",
  queued: "Waiting",
  checking: "Checking the rows",
  checked: "Checked, not yet imported",
  writing: "Importing",
  done: "Imported",
  failed: "Failed",
  cancelled: "Cancelled",
  undoing: "Undoing",
  undone: "Undone",
};

/** An import's state in words. */
export function stateWords({ state }: Pick<Import, "state">): string {
  return WORDS[state];
}

/** The parts as one sentence, without those that count nothing; `none` if all count nothing. */
function sentenceOf(parts: readonly (readonly [count: number, one: string, many: string])[], none: string) {
  const counted = parts.filter(([count]) => count > 0);
  if (counted.length === 0) return none;
  const words = counted.map(([count, one, many]) => countOf(count, one, many));
  return `${new Intl.ListFormat("en").format(words)}.`;
}

/** What an import did: how many records are new and updated, and how many rows were left out. */
export function importedSentence({
  created,
  updated,
  failed,
}: Pick<Import, "created" | "updated" | "failed">) {
  const [one, many] = created > 0 ? ["was", "were"] : ["record was", "records were"];
  return sentenceOf(
    [
      [created, "record is new", "records are new"],
      [updated, `${one} updated`, `${many} updated`],
      [failed, "row was left out", "rows were left out"],
    ],
    "Nothing had to change.",
  );
}

/** What undoing an import did: how many records were deleted, got their former values again, and were left. */
export function undoneSentence({ deleted, restored, left }: Pick<Import, "deleted" | "restored" | "left">) {
  return sentenceOf(
    [
      [deleted, "new record was deleted", "new records were deleted"],
      [restored, "record has its former values again", "records have their former values again"],
      [left, "record was left as it is", "records were left as they are"],
    ],
    "There was nothing to undo.",
  );
}
