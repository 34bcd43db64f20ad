import type { Actor } from "@/lib/access/actor";
import { orNotFound } from "@/lib/http/app-error";
import { type ExplainedSample, explainSample } from "@/lib/tracker/enrichment/derive-buckets";
import { differs } from "@/lib/tracker/enrichment/rules";
import { presentWhy } from "@/lib/tracker/why/present";
import { placeOfRule, wordsOfBuiltIn, wordsOfRule } from "@/lib/tracker/why/rules";
import type { SampleWhy } from "@/lib/tracker/why/schema";
import { findKeysOf, findWrittenRule } from "@/lib/tracker/why/store";

async function wordsOf(developerId: string, { sample, derivation }: ExplainedSample): Promise<string> {
  const { layer, own } = placeOfRule(derivation.ruleId);
  if (layer === "correction") return "You said so";
  if (layer === "built_in") return wordsOfBuiltIn(own);
  const rule = await findWrittenRule(developerId, sample.boundProjectId, own);
  return rule ? wordsOfRule(rule.kind, rule.value) : "A rule that is gone";
}

/**
 * Explains why one of the actor's samples counts as it does: derives it again with the current code and rules, and
 * returns the evidence that was weighed.
 * @throws AppError not_found, also for others' samples
 */
export async function getWhy({ developerId }: Actor, id: string): Promise<SampleWhy> {
  const explained = orNotFound(await explainSample(developerId, id), "Sample");
  const { sample, derivation, weighed } = explained;
  const projectIds = [
    derivation.projectId,
    derivation.suggestedProjectId,
    ...weighed.candidates.map(({ projectId }) => projectId),
  ].filter((projectId) => projectId !== null);
  const [rule, keyOf] = await Promise.all([
    wordsOf(developerId, explained),
    findKeysOf(developerId, projectIds),
  ]);
  return presentWhy(explained, { rule, keyOf, isSettled: !differs(sample, derivation) });
}
