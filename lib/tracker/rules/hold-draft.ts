import { AppError } from "@/lib/http/app-error";
import { type IfMatch, isMatched } from "@/lib/http/if-match";
import type { Db } from "@/lib/platform/database";
import { presentList } from "@/lib/tracker/rules/present";
import { lockRuleSet, type RuleOwner, type RuleSet } from "@/lib/tracker/rules/store";

/**
 * The rules of an owner, held until the transaction ends, provided that what is written is in a version that the caller
 * names: of two who name the same one, the second finds it gone.
 * @throws AppError precondition_failed, with the rules as they are now
 */
export async function holdDraft(tx: Db, owner: RuleOwner, ifMatch: IfMatch): Promise<RuleSet> {
  const set = await lockRuleSet(tx, owner);
  if (isMatched(ifMatch, set.draftVersion)) return set;
  throw new AppError("precondition_failed", "Someone else has changed these rules in the meantime.", {
    state: presentList(set),
  });
}
