import type { z } from "zod";
import type { WrittenRule } from "@/lib/tracker/enrichment/written-rules";
import type { RuleList, RuleState } from "@/lib/tracker/rules/schema";
import type { RuleSet } from "@/lib/tracker/rules/store";

/** Whether two lists of rules decide alike, whatever their ids. */
export function isSame(a: readonly WrittenRule[], b: readonly WrittenRule[]): boolean {
  const meaning = (rules: readonly WrittenRule[]) =>
    JSON.stringify(rules.map(({ kind, value, category, project_id }) => [kind, value, category, project_id]));
  return meaning(a) === meaning(b);
}

/** The state of the rules: their version, and how far it has been applied. */
export function presentState(set: RuleSet | null): z.input<typeof RuleState> {
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

/** The same, with the draft. */
export function presentList(set: RuleSet | null): z.input<typeof RuleList> {
  return { ...presentState(set), rules: set?.draft ?? [], in_force: set?.applied ?? [] };
}
