import type { TrackerImport } from "@/lib/ui/imports/queries";
import type { Tone } from "@/lib/ui/kit/status/status";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";

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

/** What has become of the file, in a line. */
export function outcomeOf(run: TrackerImport): string {
  if (run.state === "receiving") return "Receiving the file";
  if (run.state === "queued") return `${countOf(run.events, "event")} to import`;
  if (run.state === "undoing") return `Deleting ${countOf(run.samples, "sample")}`;
  if (run.state === "undone") return "Its samples are deleted";
  const isRunning = run.state === "running";
  const parts = [
    countOf(run.samples, "new sample") + (isRunning ? " so far" : ""),
    run.duplicates > 0 ? `${countOf(run.duplicates, "sample")} there already` : null,
  ];
  const share = isRunning ? `${numberText(run.events_done)} of ` : "";
  return `${parts.filter((part) => part !== null).join(", ")}, from ${share}${countOf(run.events, "event")}`;
}

type Refusal = keyof TrackerImport["rejected"];

const REFUSALS: Readonly<Record<Refusal, string>> = {
  away: "recorded while nobody was there",
  too_short: "shorter than a second",
  ts_out_of_range: "older than 30 days, or from the future",
  not_captured: "from a pause, outside your working hours or of an app that is left out",
  forbidden_workspace: "for another workspace than its API token is limited to",
  invalid: "that can't be read",
};

/** The events that became no sample, one line per reason, the most frequent first. */
export function refusalsOf({ rejected }: TrackerImport): { reason: Refusal; text: string }[] {
  return (Object.entries(rejected) as [Refusal, number][])
    .filter(([, count]) => count > 0)
    .toSorted((a, b) => b[1] - a[1])
    .map(([reason, count]) => ({
      reason,
      text: `${numberText(count)} ${REFUSALS[reason]}`,
    }));
}
