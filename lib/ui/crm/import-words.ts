import type { Import } from "@/lib/ui/crm/import-queries";

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
