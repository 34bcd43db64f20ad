import type { Actor } from "@/lib/access/actor";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { checkLimits } from "@/lib/limits/check-limits";
import { RULE_BUCKETS_READ_MAX } from "@/lib/tracker/corrections/limits";
import { commonOf } from "@/lib/tracker/corrections/rules";
import type { RuleFromCorrection } from "@/lib/tracker/corrections/schema";
import { type CorrectionRow, findCorrection } from "@/lib/tracker/corrections/store";
import { RULE_CATEGORIES } from "@/lib/tracker/enrichment/catalog";
import { readBuckets } from "@/lib/tracker/enrichment/derive-buckets";
import type { ReadSample } from "@/lib/tracker/enrichment/samples-store";
import { applyRules } from "@/lib/tracker/rules/apply-rules";
import { createRule, getRules, updateRule } from "@/lib/tracker/rules/change-rules";
import { listBucketsIn } from "@/lib/tracker/rules/store";

/** The newest samples with time in a correction. */
async function samplesOf({ developerId, deviceId, from, to }: CorrectionRow): Promise<ReadSample[]> {
  const buckets = (await listBucketsIn(developerId, { from, to })).slice(0, RULE_BUCKETS_READ_MAX);
  const found = await readBuckets(buckets.map((bucket) => ({ developerId, bucket })));
  const byId = new Map(found.flatMap(({ samples }) => samples).map((sample) => [sample.id, sample]));
  const [starts, ends] = [from.getTime() / 1_000, to.getTime() / 1_000];
  return [...byId.values()].filter(
    (sample) =>
      sample.end > starts &&
      sample.end - sample.intervalS < ends &&
      (deviceId === null || sample.deviceId === deviceId),
  );
}

const NOTHING_IN_COMMON = {
  category: "What you corrected has no website, repository or app in common: add the rule yourself",
  project: "What you corrected has no repository, folder or website in common: add the rule yourself",
};

/**
 * Turns one of the actor's corrections into a rule of their own, the first in order: from then on, whatever shows what
 * its samples have in common gets its category and project. The rule applies at once, unless other changes to their
 * rules are waiting to be applied.
 * @throws AppError not_found; conflict if the correction sets no category or project that a rule can name, or its
 *   samples have nothing in common
 */
export async function makeRule({ developerId }: Actor, id: string, now: Date): Promise<RuleFromCorrection> {
  await checkLimits([{ limit: "tracker_corrections_per_developer", key: developerId }], now);
  const correction = orNotFound(await findCorrection(developerId, id), "Correction");
  const category = RULE_CATEGORIES.find((known) => known === correction.category);
  const projectId = correction.projectId ?? undefined;
  if (!category && !projectId) {
    throw new AppError("conflict", "A rule can only assign a project or a category for work");
  }
  const target = projectId ? "project" : "category";
  const common = commonOf(await samplesOf(correction), target);
  if (!common) throw new AppError("conflict", NOTHING_IN_COMMON[target]);
  const named = { ...(category && { category }), ...(projectId && { project_id: projectId }) };
  const owner = { developerId };
  const before = await getRules(owner);
  const same = before.rules.find(({ kind, value }) => kind === common.kind && value === common.value);
  const rule = same
    ? await updateRule(owner, same.id, { ...named, position: 0 }, null)
    : await createRule(owner, { ...common, ...named, position: 0 });
  const isApplied = !before.is_changed;
  if (isApplied) await applyRules(owner, null, now);
  return { rule, is_applied: isApplied };
}
