import { MOVED_FROM_CONFIDENCE } from "@/lib/tracker/enrichment/limits";
import { RETENTION_DEFAULT } from "@/lib/tracker/retention/rules";
import type { Sample, Summary } from "@/lib/ui/captured/queries";
import { countOf } from "@/lib/ui/kit/words/counts";
import { signalName } from "@/lib/ui/time/words";

type Kept = "sample_days" | "evidence_days" | "bucket_months" | "account";

/** What is captured about a person: what is stored, who can see it, and which retention applies. */
export const FIELDS: readonly { name: string; kept: string; seenBy: string; retention: Kept }[] = [
  { name: "App", kept: "Name and identifier of the app in front", seenBy: "you", retention: "sample_days" },
  {
    name: "Titles",
    kept: "Of window and page; anything that looks like a secret is masked",
    seenBy: "you",
    retention: "sample_days",
  },
  {
    name: "Page address",
    kept: "Without what follows ? or #, without user and password",
    seenBy: "you",
    retention: "sample_days",
  },
  {
    name: "File and folder",
    kept: "Path with your home folder as ~, repository, branch",
    seenBy: "you",
    retention: "sample_days",
  },
  { name: "Last command", kept: "Its program, no arguments", seenBy: "you", retention: "sample_days" },
  {
    name: "Input",
    kept: "How many key and mouse events, never which keys",
    seenBy: "you",
    retention: "sample_days",
  },
  {
    name: "Calls",
    kept: "Whether you are in one, and in which app",
    seenBy: "you",
    retention: "sample_days",
  },
  {
    name: "What became of it",
    kept: "Category, project and task, and the rule that decided",
    seenBy: "you",
    retention: "sample_days",
  },
  {
    name: "Screenshots",
    kept: "Only where a workspace switched them on",
    seenBy: "you, and who may open screenshots there",
    retention: "evidence_days",
  },
  {
    name: "Sums of time",
    kept: "Seconds by category, project and task in each quarter of an hour",
    seenBy: "you",
    retention: "bucket_months",
  },
  {
    name: "Devices",
    kept: "Name, system, when last seen, how far the clock is off",
    seenBy: "you, and who manages the tracker there",
    retention: "account",
  },
];

type Retention = Summary["retention"][number];

/** "90 days", or "31 days in Acme, 90 days in Side job" where workspaces differ. */
export function howLong(kept: Kept, retention: readonly Retention[]): string {
  if (kept === "account") return "until your account is erased";
  const text = (count: number) => countOf(count, kept === "bucket_months" ? "month" : "day");
  const values = new Set(retention.map((each) => each[kept]));
  if (values.size <= 1) return text([...values][0] ?? RETENTION_DEFAULT[kept]);
  return retention.map((each) => `${text(each[kept])} in ${each.workspace_name}`).join(", ");
}

const inSentence = (words: string) => words.replace(/^./, (letter) => letter.toLowerCase());

/** What was derived from a sample, in a sentence. */
export function outcomeOf({ derived, is_private }: Sample): string {
  if (derived === null) return "Not derived yet: it takes some seconds.";
  const { category_label, project_id, project_name, task_key, confidence } = derived;
  const evidence = inSentence(signalName(derived.signal));
  const isSuggested = derived.suggested_project_id !== null;
  // Evidence that is too weak moves nothing: the sample stays where its device is.
  const isTooWeak = isSuggested && confidence < MOVED_FROM_CONFIDENCE;
  const whose =
    project_id === null
      ? is_private
        ? "counts for no project: private"
        : "counts for no project"
      : `counts for ${task_key ? `${task_key} in ` : ""}${project_name ?? "a former project"}, by ${isTooWeak ? inSentence(signalName("device")) : evidence}`;
  const suggested = `${derived.suggested_task_key ?? "Another project"} is suggested${isTooWeak ? `, by ${evidence}` : ""}.`;
  return `${category_label}; ${whose}.${isSuggested ? ` ${suggested}` : ""}`;
}
