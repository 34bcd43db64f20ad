import { AppError } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";
import type { WrittenRule } from "@/lib/tracker/enrichment/written-rules";
import { findProjectsOf, type RuleOwner } from "@/lib/tracker/rules/store";

const UNKNOWN = { workspace: "There is no such project here", own: "You are in no such project" };

/**
 * Checks that rules name only projects that their owner may use: a workspace its own, a person those they are a member
 * of.
 * @throws AppError invalid
 */
export async function checkProjects(tx: Db, owner: RuleOwner, rules: readonly WrittenRule[]): Promise<void> {
  const named = [...new Set(rules.flatMap(({ project_id }) => project_id ?? []))];
  if (named.length === 0) return;
  const known = new Set(await findProjectsOf(tx, owner, named));
  const message = "scope" in owner ? UNKNOWN.workspace : UNKNOWN.own;
  if (named.some((id) => !known.has(id))) {
    throw new AppError("invalid", message, { issues: [{ path: "project_id", message }] });
  }
}
