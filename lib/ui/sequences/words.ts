import { titleOf } from "@/lib/ui/crm/wording";
import type { Enrollment, Sequence } from "@/lib/ui/sequences/queries";

type Step = Sequence["steps"][number];

export const STEPS: Record<Step["type"], { label: string; detail: string }> = {
  wait: { label: "Wait", detail: "Some minutes, hours or days before the next step" },
  task: { label: "Give somebody a task", detail: "About the record, for one member or for anyone" },
  http_request: { label: "Send an HTTP request", detail: "To one of your services, as JSON" },
};

type Worded =
  | { type: "wait"; amount: number; unit: string }
  | { type: "task"; title: string }
  | { type: "http_request"; method: string; url: string };

/** A step in a few words. */
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

/** All steps of a sequence in one line. */
export function sequenceWords({ steps }: Pick<Sequence, "steps">): string {
  return steps
    .map((step) =>
      step.type === "wait" ? `wait ${stepWords(step)}` : step.type === "task" ? step.title : "request",
    )
    .join(" → ");
}

/** The name of an enrolment's record. */
export function recordOf({ record_title }: Enrollment): string {
  return record_title === null ? "A record that is gone" : titleOf({ title: record_title });
}
