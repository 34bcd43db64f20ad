import { AppError } from "@/lib/http/app-error";
import { type IfMatch, isMatched } from "@/lib/http/if-match";
import type { Db } from "@/lib/platform/database";
import { presentList } from "@/lib/tracker/rules/present";
import { lockRuleSet, type RuleOwner, type RuleSet } from "@/lib/tracker/rules/store";

/**
 * Locks an owner's rules until the transaction ends, if the draft has the version that the caller names. Of two callers
 * who name the same version, the second fails.
 * @throws AppError precondition_failed, with the current rules
 */
export async function lockDraft(tx: Db, owner: RuleOwner, ifMatch: IfMatch): Promise<RuleSet> {
  const set = await lockRuleSet(tx, owner);
  if (isMatched(ifMatch, set.draftVersion)) return set;
  throw new AppError("precondition_failed", "Someone else has changed these rules in the meantime.", {
    state: presentList(set),
  });
}
