import type { z } from "zod";
import type { RuleList, RuleState } from "@/lib/tracker/rules/schema";
import type { RuleSet } from "@/lib/tracker/rules/store";

/** Whether two lists of rules, from the same database, are the same. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** How rules stand: their version, and how far it was applied. */
export function presentState(set: RuleSet | null): z.input<typeof RuleState> {
  const replay = set?.replay ?? null;
  return {
    version: set?.version ?? 0,
    applied_at: set?.appliedAt?.toISOString() ?? null,
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

/** The same with the rules that are written down. */
export function presentList(set: RuleSet | null): z.input<typeof RuleList> {
  return { ...presentState(set), rules: set?.draft ?? [] };
}
