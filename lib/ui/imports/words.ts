import type { TrackerImport } from "@/lib/ui/imports/queries";
import { readerLocale } from "@/lib/ui/kit/locale";
import type { Tone } from "@/lib/ui/kit/status";

const STATES: Readonly<Record<TrackerImport["state"], { label: string; tone: Tone }>> = {
  receiving: { label: "Uploading", tone: "busy" },
  queued: { label: "Waiting", tone: "busy" },
  running: { label: "Importing", tone: "busy" },
  done: { label: "Imported", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
  undoing: { label: "Undoing", tone: "busy" },
  undone: { label: "Undone", tone: "calm" },
};

/** An import's state in a word, and its look. */
export function stateOf({ state }: TrackerImport) {
  return STATES[state];
}

/** `1 sample`, `2,000 samples`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString(readerLocale())} ${count === 1 ? one : many}`;
}

type Refusal = keyof TrackerImport["rejected"];

const REFUSALS: Readonly<Record<Refusal, string>> = {
  away: "recorded while nobody was there",
  too_short: "shorter than a second",
  ts_out_of_range: "older than 30 days, or from the future",
  not_captured: "from a pause, outside your working hours or of an app that is left out",
  invalid: "that can't be read",
};

/** The events that became no sample, one line per reason, the most frequent first. */
export function refusalsOf({ rejected }: TrackerImport): { reason: Refusal; text: string }[] {
  return (Object.entries(rejected) as [Refusal, number][])
    .filter(([, count]) => count > 0)
    .toSorted((a, b) => b[1] - a[1])
    .map(([reason, count]) => ({
      reason,
      text: `${count.toLocaleString(readerLocale())} ${REFUSALS[reason]}`,
    }));
}
