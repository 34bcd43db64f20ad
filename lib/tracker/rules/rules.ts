import { AppError } from "@/lib/http/app-error";
import { normalValue, type WrittenRule } from "@/lib/tracker/enrichment/written-rules";
import { RULES_MAX } from "@/lib/tracker/rules/limits";
import { hasTooManyTitles, NEITHER, TOO_MANY_TITLES } from "@/lib/tracker/rules/schema";

/** A rule in the form in which it is stored. @throws AppError invalid if its value is not valid */
export function written(
  id: string,
  { kind, value, category, project_id }: Omit<WrittenRule, "id">,
): WrittenRule {
  const normal = normalValue(kind, value);
  if (category === undefined && project_id === undefined) {
    throw new AppError("invalid", NEITHER, { issues: [{ path: "category", message: NEITHER }] });
  }
  const named = { ...(category && { category }), ...(project_id && { project_id }) };
  if (typeof normal === "string") return { id, kind, value: normal, ...named };
  throw new AppError("invalid", normal.problem, { issues: [{ path: "value", message: normal.problem }] });
}

/** Why a list of rules can't be stored; null if it can. */
function problemOf(rules: readonly WrittenRule[]): { code: "invalid" | "conflict"; detail: string } | null {
  if (rules.length > RULES_MAX) {
    return { code: "invalid", detail: `There can be ${RULES_MAX} rules: delete some first` };
  }
  if (hasTooManyTitles(rules)) return { code: "invalid", detail: TOO_MANY_TITLES };
  const seen = new Set<string>();
  for (const { kind, value } of rules) {
    const same = `${kind} ${value}`;
    if (seen.has(same)) return { code: "conflict", detail: `There is a rule for ${kind} ${value} already` };
    seen.add(same);
  }
  return null;
}

/** @throws AppError with the problem that `problemOf` finds */
export function checkRules(rules: readonly WrittenRule[]): void {
  const problem = problemOf(rules);
  if (problem) throw new AppError(problem.code, problem.detail);
}

/** A list with a rule at a position, or at the end without one; a rule that is in the list is moved there. */
export function withRuleAt(
  rules: readonly WrittenRule[],
  rule: WrittenRule,
  position: number | undefined,
): WrittenRule[] {
  const others = rules.filter(({ id }) => id !== rule.id);
  return others.toSpliced(position ?? others.length, 0, rule);
}
