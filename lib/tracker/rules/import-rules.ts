import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/http/app-error";
import type { IfMatch } from "@/lib/http/if-match";
import { checkLimits } from "@/lib/limits/check-limits";
import { transaction } from "@/lib/platform/database";
import { fromActivityWatch } from "@/lib/tracker/rules/activitywatch";
import { checkProjects } from "@/lib/tracker/rules/check-projects";
import { lockDraft } from "@/lib/tracker/rules/lock-draft";
import { presentList } from "@/lib/tracker/rules/present";
import { checkRules, written } from "@/lib/tracker/rules/rules";
import type { ImportRules, RuleImport } from "@/lib/tracker/rules/schema";
import { findRuleSet, keyOfOwner, type RuleOwner, updateDraft } from "@/lib/tracker/rules/store";

/**
 * Imports rules from a file of this service or of ActivityWatch into the draft, after the existing rules or in their
 * place. Rules that exist already are left alone.
 * @throws AppError invalid if there would be too many, in which case nothing is imported; precondition_failed as
 *   `lockDraft`; too_many_requests
 */
export async function importRules(
  owner: RuleOwner,
  file: ImportRules,
  ifMatch: IfMatch,
  now: Date,
): Promise<RuleImport> {
  await checkLimits([{ limit: "tracker_rule_imports_per_owner", key: keyOfOwner(owner) }], now);
  const classes = file.classes ?? file.categories;
  if (!file.rules && !classes) {
    throw new AppError("invalid", "The file has no rules: send `rules`, or ActivityWatch's `classes`");
  }
  const translated = fromActivityWatch(classes ?? [], file.category_of);
  const given = [...(file.rules ?? []), ...translated.rules].map((rule) => written(randomUUID(), rule));
  return transaction(async (tx) => {
    const set = await lockDraft(tx, owner, ifMatch);
    const kept = file.mode === "replace" ? [] : set.draft;
    const known = new Set(kept.map(({ kind, value }) => `${kind} ${value}`));
    const added = given.filter(({ kind, value }) => {
      const isNew = !known.has(`${kind} ${value}`);
      known.add(`${kind} ${value}`);
      return isNew;
    });
    const rules = [...kept, ...added];
    checkRules(rules);
    await checkProjects(tx, owner, added);
    await updateDraft(tx, set.id, rules);
    const list = presentList(await findRuleSet(tx, owner));
    return { ...list, imported: added.length, skipped: translated.skipped };
  });
}
