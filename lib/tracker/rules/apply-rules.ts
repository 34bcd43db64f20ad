import { recordAudit } from "@/lib/audit/store";
import type { IfMatch } from "@/lib/http/if-match";
import { enqueue } from "@/lib/jobs/enqueue";
import { checkLimits } from "@/lib/limits/check-limits";
import { transaction } from "@/lib/platform/database";
import { rederiveJob } from "@/lib/tracker/rules/jobs";
import { lockDraft } from "@/lib/tracker/rules/lock-draft";
import { isSame, presentState } from "@/lib/tracker/rules/present";
import type { RuleState } from "@/lib/tracker/rules/schema";
import {
  applyDraft,
  beginReplay,
  endReplay,
  findRuleSet,
  keyOfOwner,
  type RuleOwner,
} from "@/lib/tracker/rules/store";

/**
 * Puts the draft of the rules in force as a new version: samples that arrive are derived by it from now on, and stored
 * ones again. Without changes there is no new version, but a replay that was cancelled starts again. With `If-Match`,
 * only if the draft is that version.
 * @throws AppError precondition_failed as `lockDraft`; too_many_requests
 */
export async function applyRules(owner: RuleOwner, ifMatch: IfMatch, now: Date): Promise<RuleState> {
  await checkLimits([{ limit: "tracker_rule_applies_per_owner", key: keyOfOwner(owner) }], now);
  return transaction(async (tx) => {
    const set = await lockDraft(tx, owner, ifMatch);
    const isChanged = !isSame(set.draft, set.applied);
    if (isChanged) await applyDraft(tx, set, now);
    if (isChanged || set.replay?.status === "cancelled") {
      await beginReplay(tx, set.id, set.version + (isChanged ? 1 : 0), now);
      await enqueue(tx, rederiveJob, { rule_set_id: set.id }, now);
    }
    if (isChanged && "scope" in owner) {
      const entry = {
        action: "tracker.rules_applied",
        target: { type: "workspace", id: owner.scope.workspaceId },
        before: { version: set.version, rules: set.applied.length },
        after: { version: set.version + 1, rules: set.draft.length },
      };
      await recordAudit(tx, owner.scope, entry, now);
    }
    return presentState(await findRuleSet(tx, owner));
  });
}

/**
 * Cancels a replay. The rules stay in force: samples that were derived again keep their new categories, the others keep
 * their old ones until they change.
 */
export async function cancelReplay(owner: RuleOwner, now: Date): Promise<RuleState> {
  return transaction(async (tx) => {
    const set = await findRuleSet(tx, owner);
    if (set?.replay) await endReplay(tx, set.id, set.replay.version, "cancelled", now);
    return presentState(await findRuleSet(tx, owner));
  });
}
