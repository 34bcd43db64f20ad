import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { AppError } from "@/lib/http/app-error";
import { db, transaction } from "@/lib/platform/database";
import type { WrittenRule } from "@/lib/tracker/enrichment/written-rules";
import { presentList } from "@/lib/tracker/rules/present";
import { checkRules, withRuleAt, written } from "@/lib/tracker/rules/rules";
import type { NewRule, Rule, RuleChange, RuleList } from "@/lib/tracker/rules/schema";
import { findRuleSet, lockRuleSet, type RuleOwner, updateDraft } from "@/lib/tracker/rules/store";

/** The rules as they are written, in their order, and how those in force stand. */
export async function getRules(owner: RuleOwner): Promise<z.input<typeof RuleList>> {
  return presentList(await findRuleSet(db(), owner));
}

/** Changes what is written, which holds once it is applied. Two who do so at once take turns. */
async function change<T>(
  owner: RuleOwner,
  to: (rules: readonly WrittenRule[]) => { rules: readonly WrittenRule[]; result: T },
): Promise<T> {
  return transaction(async (tx) => {
    const set = await lockRuleSet(tx, owner);
    const { rules, result } = to(set.draft);
    checkRules(rules);
    await updateDraft(tx, set.id, rules);
    return result;
  });
}

/** Adds a rule at its place. @throws AppError invalid when there are too many, conflict when there is one like it */
export async function createRule(
  owner: RuleOwner,
  { position, ...given }: z.output<typeof NewRule>,
): Promise<z.input<typeof Rule>> {
  const rule = written(randomUUID(), given);
  return change(owner, (rules) => ({ rules: withRuleAt(rules, rule, position), result: rule }));
}

function find(rules: readonly WrittenRule[], id: string): { rule: WrittenRule; place: number } {
  const place = rules.findIndex((rule) => rule.id === id);
  const rule = rules[place];
  if (!rule) throw new AppError("not_found", "Rule not found");
  return { rule, place };
}

/** Changes a rule, or moves it. @throws AppError not_found; as `createRule` */
export async function updateRule(
  owner: RuleOwner,
  id: string,
  { position, ...given }: z.output<typeof RuleChange>,
): Promise<z.input<typeof Rule>> {
  return change(owner, (rules) => {
    const { rule: before, place } = find(rules, id);
    const { kind = before.kind, value = before.value, category = before.category } = given;
    const rule = written(id, { kind, value, category });
    return { rules: withRuleAt(rules, rule, position ?? place), result: rule };
  });
}

/** Takes a rule away. @throws AppError not_found */
export async function deleteRule(owner: RuleOwner, id: string): Promise<void> {
  await change(owner, (rules) => {
    find(rules, id);
    return { rules: rules.filter((rule) => rule.id !== id), result: undefined };
  });
}
