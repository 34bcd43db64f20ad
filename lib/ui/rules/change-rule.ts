import { ApiError, isRefusal } from "@/lib/ui/api/client";
import type { Rule, RuleList } from "@/lib/ui/rules/rule";

/** The current rules, if a change was refused because it was based on older ones. */
function currentOf(error: unknown): RuleList | null {
  return isRefusal(error, 412) ? (error.state as unknown as RuleList) : null;
}

/** Whether a rule's content is unchanged, whatever its position. */
function isUntouched(before: Rule, now: Rule): boolean {
  return (
    before.kind === now.kind &&
    before.value === now.value &&
    before.category === now.category &&
    before.project_id === now.project_id
  );
}

/**
 * Changes one rule, unless somebody else has changed the same one since it was read. Other changes they made are kept.
 * @param send makes the change based on the version it is given, for `If-Match`
 * @throws ApiError; if somebody else changed the rule, with a sentence that says so
 */
export async function changeRule<T>(
  rule: Rule,
  draftVersion: number,
  send: (ifMatch: string) => Promise<T>,
): Promise<T> {
  for (let version = draftVersion; ; ) {
    try {
      return await send(`"${version}"`);
    } catch (error) {
      const current = currentOf(error);
      if (current === null) throw error;
      const now = current.rules.find(({ id }) => id === rule.id);
      if (!now) throw new ApiError(412, "Someone else has deleted this rule in the meantime.");
      if (!isUntouched(rule, now)) {
        throw new ApiError(
          412,
          "Someone else has changed this rule in the meantime. Look at it again first.",
        );
      }
      version = current.draft_version;
    }
  }
}
