import { randomUUID } from "node:crypto";
import { orNotFound } from "@/lib/http/app-error";
import type { IfMatch } from "@/lib/http/if-match";
import { db, transaction } from "@/lib/platform/database";
import type { WrittenRule } from "@/lib/tracker/enrichment/written-rules";
import { checkProjects } from "@/lib/tracker/rules/check-projects";
import { lockDraft } from "@/lib/tracker/rules/lock-draft";
import { isSame, presentList } from "@/lib/tracker/rules/present";
import { checkRules, withRuleAt, written } from "@/lib/tracker/rules/rules";
import type { ChangedRule, NewRule, RuleChange, RuleList } from "@/lib/tracker/rules/schema";
import { findRuleSet, type RuleOwner, updateDraft } from "@/lib/tracker/rules/store";

/** The draft of the rules in order, and the state of those in force. */
export async function getRules(owner: RuleOwner): Promise<RuleList> {
  return presentList(await findRuleSet(db(), owner));
}

/** The rules that name another project than before. */
function newOf(rules: readonly WrittenRule[], before: readonly WrittenRule[]): WrittenRule[] {
  const projectOf = new Map(before.map(({ id, project_id }) => [id, project_id]));
  return rules.filter(({ id, project_id }) => project_id !== projectOf.get(id));
}

/**
 * Changes the draft, which takes effect once it is applied. Simultaneous changes run one after the other; with
 * `If-Match`, only the first of those that name the same version succeeds.
 */
async function change<T>(
  owner: RuleOwner,
  ifMatch: IfMatch,
  to: (rules: readonly WrittenRule[]) => { rules: readonly WrittenRule[]; result: T },
): Promise<T & { draft_version: number }> {
  return transaction(async (tx) => {
    const set = await lockDraft(tx, owner, ifMatch);
    const { rules, result } = to(set.draft);
    checkRules(rules);
    await checkProjects(tx, owner, newOf(rules, set.draft));
    const isChanged = !isSame(rules, set.draft);
    const draftVersion = isChanged ? await updateDraft(tx, set.id, rules) : set.draftVersion;
    return { ...result, draft_version: draftVersion };
  });
}

/**
 * Adds a rule at the given position.
 * @throws AppError invalid with too many rules, conflict if there is an equal one; precondition_failed as `lockDraft`
 */
export async function createRule(
  owner: RuleOwner,
  { position, ...given }: NewRule,
  ifMatch: IfMatch = null,
): Promise<ChangedRule> {
  const rule = written(randomUUID(), given);
  return change(owner, ifMatch, (rules) => ({ rules: withRuleAt(rules, rule, position), result: rule }));
}

function find(rules: readonly WrittenRule[], id: string): { rule: WrittenRule; place: number } {
  const place = rules.findIndex((rule) => rule.id === id);
  const rule = orNotFound(rules[place], "Rule");
  return { rule, place };
}

/** Changes or moves a rule. @throws AppError not_found; as `createRule` */
export async function updateRule(
  owner: RuleOwner,
  id: string,
  { position, ...given }: RuleChange,
  ifMatch: IfMatch,
): Promise<ChangedRule> {
  return change(owner, ifMatch, (rules) => {
    const { rule: before, place } = find(rules, id);
    const { kind = before.kind, value = before.value } = given;
    const { category = before.category, project_id = before.project_id } = given;
    const named = { category: category ?? undefined, project_id: project_id ?? undefined };
    const rule = written(id, { kind, value, ...named });
    return { rules: withRuleAt(rules, rule, position ?? place), result: rule };
  });
}

/** Deletes a rule. @throws AppError not_found; precondition_failed as `lockDraft` */
export async function deleteRule(owner: RuleOwner, id: string, ifMatch: IfMatch): Promise<void> {
  await change(owner, ifMatch, (rules) => {
    find(rules, id);
    return { rules: rules.filter((rule) => rule.id !== id), result: {} };
  });
}
