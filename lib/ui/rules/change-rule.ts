import { ApiError } from "@/lib/ui/api/client";
import type { Rule, RuleList } from "@/lib/ui/rules/rule";

/** The rules as they are now, where a change was refused because it was made upon older ones. */
function currentOf(error: unknown): RuleList | null {
  return error instanceof ApiError && error.status === 412 ? (error.state as unknown as RuleList) : null;
}

/** Whether a rule says the same as before, wherever it stands. */
function isUntouched(before: Rule, now: Rule): boolean {
  return (
    before.kind === now.kind &&
    before.value === now.value &&
    before.category === now.category &&
    before.project_id === now.project_id
  );
}

/**
 * Changes one rule, where nobody else has changed the same one since it was read. What others changed besides stays as
 * they have it.
 * @param send makes the change upon the version that it is given, as `If-Match` has it
 * @throws ApiError, where somebody has changed it with a sentence that says so
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
