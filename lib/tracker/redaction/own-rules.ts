import type { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import { transaction } from "@/lib/platform/database";
import { enqueueRedaction, rulesAgainAt } from "@/lib/tracker/redaction/jobs";
import { openRules, sealRules } from "@/lib/tracker/redaction/rules-in-force";
import type { RedactionRules } from "@/lib/tracker/redaction/schema";
import { findOwnRules, replaceOwnRules } from "@/lib/tracker/redaction/store";

/** The actor's redaction rules for their own samples. */
export async function getOwnRules(actor: Actor): Promise<RedactionRules> {
  return { rules: openRules(actor.developerId, await findOwnRules(actor.developerId)) };
}

/**
 * Replaces the actor's own rules. They apply to new samples and to stored ones. What earlier rules removed does not
 * come back. The change is not logged, because the rules name what nobody should know.
 */
export async function setOwnRules(
  actor: Actor,
  { rules }: z.output<typeof RedactionRules>,
  now: Date,
): Promise<RedactionRules> {
  const sealed = sealRules(actor.developerId, rules);
  await transaction(async (tx) => {
    await replaceOwnRules(tx, actor.developerId, sealed, rulesAgainAt(now), now);
    await enqueueRedaction(tx, now);
  });
  return { rules };
}
