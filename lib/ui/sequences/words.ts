import type { ExitReason } from "@/lib/crm/sequences/schema";
import type { Tone } from "@/lib/ui/kit/status";
import type { Enrollment, Sequence } from "@/lib/ui/sequences/queries";

type Step = Sequence["steps"][number];

export const STEPS: Record<Step["type"], { label: string; detail: string }> = {
  wait: { label: "Wait", detail: "Some minutes, hours or days before the next step" },
  task: { label: "Give somebody a task", detail: "About the record, for one member or for anyone" },
  http_request: { label: "Send an HTTP request", detail: "To a service of yours, as JSON" },
};

export const ENROLLMENT_STATUSES: Record<Enrollment["status"], { label: string; tone: Tone }> = {
  active: { label: "Under way", tone: "good" },
  paused: { label: "Paused", tone: "busy" },
  completed: { label: "Completed", tone: "calm" },
  exited: { label: "Left", tone: "calm" },
};

const REASONS: Record<ExitReason, string> = {
  completed: "went through all steps",
  manual: "taken out by hand",
  record_deleted: "the record was deleted",
  automation: "taken out by an automation",
  bounced: "mail to it bounced",
  complained: "mail to it was reported as spam",
  sequence_deleted: "the sequence was deleted",
};

const isReason = (text: string): text is ExitReason => text in REASONS;

/** Why a record left. */
export function reasonWords(reason: string): string {
  return isReason(reason) ? REASONS[reason] : reason;
}

type Worded =
  | { type: "wait"; amount: number; unit: string }
  | { type: "task"; title: string }
  | { type: "http_request"; method: string; url: string };

/** What a step does, in a few words. */
export function stepWords(step: Worded): string {
  switch (step.type) {
    case "wait":
      return `${step.amount} ${step.amount === 1 ? step.unit.replace(/s$/, "") : step.unit}`;
    case "task":
      return step.title === "" ? "No title yet" : step.title;
    case "http_request":
      return step.url === "" ? "No address yet" : `${step.method} ${step.url}`;
  }
}

/** That steps failed, said behind something else; nothing when none did. */
export function failedWords({ steps_failed: count }: Pick<Enrollment, "steps_failed">): string {
  return count === 0 ? "" : ` · ${count} ${count === 1 ? "step" : "steps"} failed`;
}

/** All steps of a sequence in one line. */
export function sequenceWords({ steps }: Pick<Sequence, "steps">): string {
  return steps
    .map((step) =>
      step.type === "wait" ? `wait ${stepWords(step)}` : step.type === "task" ? step.title : "request",
    )
    .join(" → ");
}

/** What the record of an enrolment is called. */
export function recordOf({ record_title }: Enrollment): string {
  return record_title === null || record_title === "" ? "A record that is gone" : record_title;
}
