import type { ExitReason } from "@/lib/crm/sequences/schema";
import type { Enrollment } from "@/lib/ui/crm/about-record-queries";
import type { Tone } from "@/lib/ui/kit/status/status";
import { countOf } from "@/lib/ui/kit/words/counts";

export const ENROLLMENT_STATUSES: Record<Enrollment["status"], { label: string; tone: Tone }> = {
  active: { label: "In progress", tone: "good" },
  paused: { label: "Paused", tone: "busy" },
  completed: { label: "Completed", tone: "calm" },
  exited: { label: "Left", tone: "calm" },
};

/** The colour of an enrolment's state: steps that failed were passed over, which its state doesn't say. */
export function enrollmentTone({ status, steps_failed }: Pick<Enrollment, "status" | "steps_failed">): Tone {
  return steps_failed > 0 ? "bad" : ENROLLMENT_STATUSES[status].tone;
}

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

/** Why a record left a sequence. */
export function reasonWords(reason: string): string {
  return isReason(reason) ? REASONS[reason] : reason;
}

/** A note that steps failed, to follow other text; empty if none did. */
export function failedWords({
  steps_failed: count,
  steps_retrying: again,
}: Pick<Enrollment, "steps_failed" | "steps_retrying">): string {
  if (count === 0) return "";
  return ` · ${countOf(count, "step")} failed${again === 0 ? "" : ", will be tried again"}`;
}
