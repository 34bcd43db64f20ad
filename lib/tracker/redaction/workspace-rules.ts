import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { db, transaction } from "@/lib/platform/database";
import { enqueueRedaction, rulesAgainAt } from "@/lib/tracker/redaction/jobs";
import { readRules } from "@/lib/tracker/redaction/rules-in-force";
import type { RedactionRule, RedactionRules } from "@/lib/tracker/redaction/schema";
import { findWorkspaceRules, replaceWorkspaceRules } from "@/lib/tracker/redaction/store";

/** A workspace's own rules. All its members may know what is removed from their samples. */
export async function getWorkspaceRules(scope: WorkspaceScope): Promise<RedactionRules> {
  return { rules: readRules(await findWorkspaceRules(db(), scope)) };
}

/** The audit log gets only the number of rules, not what they hide. */
function counts(rules: readonly RedactionRule[]) {
  const of = (kind: RedactionRule["kind"]) => rules.filter((rule) => rule.kind === kind).length;
  return { hosts: of("host"), apps: of("app"), texts: of("text") };
}

/**
 * Replaces a workspace's rules. They apply to new samples and to stored ones. What earlier rules removed does not come
 * back.
 */
export async function setWorkspaceRules(
  scope: WorkspaceScope,
  { rules }: z.output<typeof RedactionRules>,
  now: Date,
): Promise<RedactionRules> {
  await transaction(async (tx) => {
    const before = readRules(await findWorkspaceRules(tx, scope));
    await replaceWorkspaceRules(tx, scope, rules, rulesAgainAt(now), now);
    await enqueueRedaction(tx, now);
    const entry = {
      action: "tracker.redaction_updated",
      target: { type: "workspace", id: scope.workspaceId },
      before: counts(before),
      after: counts(rules),
    };
    await recordAudit(tx, scope, entry, now);
  });
  return { rules };
}
