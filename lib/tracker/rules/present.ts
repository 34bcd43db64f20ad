import type { z } from "zod";
import { normalValue, type WrittenRule } from "@/lib/tracker/enrichment/written-rules";
import type { Rule, RuleList, RuleState } from "@/lib/tracker/rules/schema";
import type { RuleSet } from "@/lib/tracker/rules/store";

/** Whether two lists of rules decide alike, whatever their ids. */
export function isSame(a: readonly WrittenRule[], b: readonly WrittenRule[]): boolean {
  const meaning = (rules: readonly WrittenRule[]) =>
    JSON.stringify(rules.map(({ kind, value, category, project_id }) => [kind, value, category, project_id]));
  return meaning(a) === meaning(b);
}

/** The state of the rules: their version, and how far it has been applied. */
export function presentState(set: RuleSet | null): RuleState {
  const replay = set?.replay ?? null;
  return {
    version: set?.version ?? 0,
    applied_at: set?.appliedAt?.toISOString() ?? null,
    draft_version: set?.draftVersion ?? 0,
    is_changed: set !== null && !isSame(set.draft, set.applied),
    replay: replay && {
      status: replay.status as "running" | "done" | "cancelled",
      started_at: replay.startedAt.toISOString(),
      ended_at: replay.endedAt?.toISOString() ?? null,
      samples_done: replay.samplesDone,
      samples_total: replay.samplesTotal,
    },
  };
}

/** A rule, and why it is not applied if its title pattern would be refused now. */
function presentRule(rule: WrittenRule): z.input<typeof Rule> {
  const normal = rule.kind === "title~" ? normalValue(rule.kind, rule.value) : rule.value;
  return typeof normal === "string" ? rule : { ...rule, problem: normal.problem };
}

/** The same, with the draft. */
export function presentList(set: RuleSet | null): RuleList {
  const rules = (set?.draft ?? []).map(presentRule);
  return { ...presentState(set), rules, in_force: set?.applied ?? [] };
}
