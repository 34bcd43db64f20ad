import type { z } from "zod";
import type { CreateSequence } from "@/lib/crm/sequences/schema";
import type { Issue } from "@/lib/ui/api/client";
import { newKey } from "@/lib/ui/light-kit/new-key";
import {
  EMPTY_REQUEST,
  type RequestDraft,
  requestBody,
  requestDraft,
  requestProblems,
} from "@/lib/ui/requests/draft";
import type { Sequence } from "@/lib/ui/sequences/queries";

/* Sequences as they are being edited; see the drafts of automations. */

export const UNITS = ["minutes", "hours", "days"] as const;

export type StepDraft = { key: string; id?: string } & (
  | { type: "wait"; amount: string; unit: (typeof UNITS)[number] }
  | { type: "task"; title: string; assignee_id: string | null }
  | ({ type: "http_request" } & RequestDraft)
);

export type SequenceDraft = { name: string; object: string; steps: StepDraft[] };

type Body = z.input<typeof CreateSequence>;

function stepDraft(step: Sequence["steps"][number]): StepDraft {
  const keyed = { key: newKey(), id: step.id };
  switch (step.type) {
    case "wait":
      return { ...keyed, type: step.type, amount: String(step.amount), unit: step.unit };
    case "task":
      return { ...keyed, type: step.type, title: step.title, assignee_id: step.assignee_id };
    case "http_request":
      return { ...keyed, type: step.type, ...requestDraft(step) };
  }
}

/** A new step of a type. */
export function newStep(type: StepDraft["type"]): StepDraft {
  const key = newKey();
  switch (type) {
    case "wait":
      return { key, type, amount: "1", unit: "days" };
    case "task":
      return { key, type, title: "", assignee_id: null };
    case "http_request":
      return { key, type, ...EMPTY_REQUEST };
  }
}

/** A sequence as a draft; without one, an empty draft for an object's records. */
export function sequenceDraft(sequence: Sequence | undefined, object: string): SequenceDraft {
  return sequence
    ? { name: sequence.name, object: sequence.object, steps: sequence.steps.map(stepDraft) }
    : { name: "", object, steps: [] };
}

/** The errors that can be found before asking the server. Paths name steps by their keys. */
export function sequenceProblems({ name, steps }: SequenceDraft): Issue[] {
  return [
    ...(name.trim() === "" ? [{ path: "name", message: "Give it a name" }] : []),
    ...(steps.length === 0 ? [{ path: "steps", message: "Add at least one step" }] : []),
    ...steps.flatMap((step): Issue[] => {
      const path = `steps.${step.key}`;
      if (step.type === "http_request") return requestProblems(step, path);
      if (step.type === "task") {
        return step.title.trim() === "" ? [{ path: `${path}.title`, message: "Say what is to be done" }] : [];
      }
      const isNumber = /^\d+$/.test(step.amount.trim()) && Number(step.amount) > 0;
      return isNumber ? [] : [{ path: `${path}.amount`, message: "A whole number of at least 1" }];
    }),
  ];
}

function stepBody(step: StepDraft): Body["steps"][number] {
  const id = step.id === undefined ? {} : { id: step.id };
  switch (step.type) {
    case "wait":
      return { ...id, type: step.type, amount: Number(step.amount), unit: step.unit };
    case "task":
      return { ...id, type: step.type, title: step.title.trim(), assignee_id: step.assignee_id };
    case "http_request":
      return { ...id, type: step.type, ...requestBody(step) };
  }
}

/** A draft in the API's format; its steps must be valid. */
export function sequenceBody({ name, object, steps }: SequenceDraft): Body {
  return { name: name.trim(), object, steps: steps.map(stepBody) };
}
