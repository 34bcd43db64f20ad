import type { Candidate } from "@/lib/tracker/enrichment/attribution-rules";
import { categoryLabel } from "@/lib/tracker/enrichment/catalog";
import type { ExplainedSample } from "@/lib/tracker/enrichment/derive-buckets";
import { EVIDENCE_CHARS_MAX } from "@/lib/tracker/why/limits";
import { evidenceOf, placeOfRule, runnerUpOf } from "@/lib/tracker/why/rules";
import type { SampleWhy } from "@/lib/tracker/why/schema";

type Wire = SampleWhy;
type Known = { rule: string; keyOf: ReadonlyMap<string, string>; isSettled: boolean };

function presentAttribution({ derivation, weighed }: ExplainedSample, keyOf: Known["keyOf"]) {
  const target = (projectId: string | null, taskKey: string | null) => ({
    project_id: projectId,
    project_key: keyOf.get(projectId ?? "") ?? null,
    task_key: taskKey,
  });
  const signalsOf = ({ projectId, signals }: Candidate) =>
    signals.map(({ signal, weight, taskKey, evidence }) => ({
      signal,
      weight,
      ...target(projectId, taskKey),
      evidence: (evidence && evidenceOf(signal, evidence).slice(0, EVIDENCE_CHARS_MAX)) || null,
    }));
  const runnerUp = runnerUpOf(derivation, weighed);
  const { suggestedProjectId, suggestedTaskKey } = derivation;
  const own = target(derivation.projectId, derivation.taskKey);
  const said =
    derivation.signal === "correction" ? [{ signal: "correction", weight: 1, ...own, evidence: null }] : [];
  return {
    ...own,
    confidence: derivation.confidence,
    signals: [...said, ...weighed.candidates.flatMap(signalsOf)].toSorted((a, b) => b.weight - a.weight),
    runner_up: runnerUp && {
      ...target(runnerUp.projectId, runnerUp.taskKey),
      confidence: runnerUp.confidence,
      lost_because: runnerUp.lostBecause,
    },
    suggestion: suggestedProjectId === null ? null : target(suggestedProjectId, suggestedTaskKey),
  };
}

/** What a sample counts as, and why, as its person sees it. */
export function presentWhy(explained: ExplainedSample, { rule, keyOf, isSettled }: Known): Wire {
  const { sample, derivation } = explained;
  return {
    sample: {
      id: sample.id,
      ts: sample.ts.toISOString(),
      interval_s: sample.intervalS,
      is_point: sample.isPoint,
      device_id: sample.deviceId,
      app_name: sample.appName,
      window_title: sample.windowTitle,
      is_private: sample.isPrivate,
    },
    is_corrected: explained.corrections.length > 0,
    is_settled: isSettled,
    category: {
      value: derivation.category,
      label: categoryLabel(derivation.category),
      layer: placeOfRule(derivation.ruleId).layer,
      rule_id: derivation.ruleId,
      rule,
      version: derivation.version,
    },
    attribution: presentAttribution(explained, keyOf),
  };
}
