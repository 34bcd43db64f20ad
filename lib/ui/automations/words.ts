import { TRIGGERS, wasStopped } from "@/lib/crm/automations/catalog";
import { RUN_DEPTH_MAX, RUNS_PER_CHAIN_MAX } from "@/lib/crm/automations/limits";
import type { ActionDraft } from "@/lib/ui/automations/draft";
import type { Automation, Run } from "@/lib/ui/automations/queries";
import type { CrmObject } from "@/lib/ui/crm/queries";
import { titleOf } from "@/lib/ui/crm/wording";
import type { Tone } from "@/lib/ui/kit/status/status";

export const RUN_STATUSES: Record<Run["status"], { label: string; tone: Tone }> = {
  pending: { label: "Waiting", tone: "busy" },
  running: { label: "Running", tone: "busy" },
  completed: { label: "Completed", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
  skipped: { label: "Skipped", tone: "calm" },
};

export const ACTIONS: Record<ActionDraft["type"], { label: string; detail: string }> = {
  create_record: { label: "Create a record", detail: "Of any object, from values of this one" },
  update_record: { label: "Update the record", detail: "The one that triggered it" },
  enroll_in_sequence: { label: "Enrol in a sequence", detail: "The record goes through its steps" },
  exit_sequence: { label: "Take out of a sequence", detail: "Does nothing if it is in none" },
  http_request: { label: "Send an HTTP request", detail: "To one of your services, as JSON" },
  notify: { label: "Notify people", detail: "In the console, and by email where it is set up" },
};

/** Stands for the sequence of an action that is still set up for one that was deleted. */
export const DELETED_SEQUENCE = "A deleted sequence";

const article = (noun: string) => (/^[aeiou]/i.test(noun) ? `an ${noun}` : `a ${noun}`);

/** An automation's trigger in a few words. */
export function triggerWords(trigger: Automation["trigger"], objects: readonly CrmObject[]): string {
  const { label } = TRIGGERS[trigger.type];
  const when = (subject: string) => `When ${label.replace(/^A (record|form)/, subject)}`;
  if ("form_id" in trigger) return when(trigger.form_id === null ? "any form" : "a certain form");
  if (!("object" in trigger)) return `When ${label[0]?.toLowerCase()}${label.slice(1)}`;
  const object = objects.find(({ slug }) => slug === trigger.object);
  const noun = article((object?.singular_name ?? trigger.object).toLowerCase());
  const names = ("attributes" in trigger ? trigger.attributes : []).map(
    (slug) => object?.attributes.find((attribute) => attribute.slug === slug)?.name ?? slug,
  );
  if (names.length === 0) return when(noun);
  const list = new Intl.ListFormat("en", { type: "disjunction" }).format(names);
  return `When ${list} of ${noun} changes`;
}

/** An automation's health in a word. */
export function healthOf({ is_active, disabled_reason, health }: Automation): { label: string; tone: Tone } {
  if (!is_active && disabled_reason !== null) return { label: "Switched off", tone: "bad" };
  if (!is_active) return { label: "Off", tone: "calm" };
  if (health.runs === 0) return { label: "No runs this week", tone: "calm" };
  if (health.failures === 0) return { label: "Every run completed", tone: "good" };
  const percent = Math.max(1, Math.round((100 * health.failures) / health.runs));
  return { label: `${percent}% of runs failed`, tone: "bad" };
}

/** A run's depth in plain words. */
export function depthWords(depth: number): string {
  if (depth <= 1) return "Triggered by a person, a program or a form";
  if (depth > RUN_DEPTH_MAX)
    return `Would have been number ${depth} in a chain of automations (at most ${RUN_DEPTH_MAX})`;
  return `Number ${depth} in a chain of automations (at most ${RUN_DEPTH_MAX})`;
}

/**
 * What to do about a run that was stopped because automations trigger each other in a circle; null for other failures.
 */
export function loopAdvice(run: Pick<Run, "depth" | "error">): string | null {
  if (!wasStopped(run)) return null;
  const { depth } = run;
  return depth > RUN_DEPTH_MAX
    ? `Automations set each other off, one after the other, and this would have been the ${depth}th. It was stopped so that they don't go round for ever. Give one of them a condition that is no longer met once it has done its work, or have it watch fewer attributes.`
    : `One change set off more than ${RUNS_PER_CHAIN_MAX} runs in all. It was stopped so that they don't flood the workspace. Look for automations that create several records each, whose creation sets off others.`;
}

/** What stands above the error of a run. */
export function runErrorTitle(run: Pick<Run, "status" | "depth" | "error">): string {
  if (loopAdvice(run) !== null) return "Stopped: automations triggered each other in a loop";
  return run.status === "skipped" ? "Why it was skipped" : "Why it failed";
}

/** The subject of a run. */
export function subjectOf({ record_id, record_title, trigger }: Run): string {
  if (record_id === null) return TRIGGERS[trigger].label;
  return record_title === null ? "A record that is gone" : titleOf({ title: record_title });
}
