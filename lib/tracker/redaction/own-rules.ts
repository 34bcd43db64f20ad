import type { z } from "zod";
import type { Actor } from "@/lib/access/actor";
import { enqueue } from "@/lib/jobs/enqueue";
import { transaction } from "@/lib/platform/database";
import { againAt, redactStoredJob } from "@/lib/tracker/redaction/jobs";
import { openRules, sealRules } from "@/lib/tracker/redaction/rules-in-force";
import type { RedactionRules } from "@/lib/tracker/redaction/schema";
import { findOwnRules, replaceOwnRules } from "@/lib/tracker/redaction/store";

/** What the actor added for their own samples. */
export async function getOwnRules(actor: Actor): Promise<z.input<typeof RedactionRules>> {
  return { rules: openRules(actor.developerId, await findOwnRules(actor.developerId)) };
}

/**
 * Puts rules in place of the actor's own. They hold for samples that come from now on, and are applied to those that are
 * stored. What was taken out by earlier ones does not come back. It is written down nowhere who changed what: rules name
 * what nobody is to know of.
 */
export async function setOwnRules(
  actor: Actor,
  { rules }: z.output<typeof RedactionRules>,
  now: Date,
): Promise<z.input<typeof RedactionRules>> {
  const sealed = sealRules(actor.developerId, rules);
  await transaction(async (tx) => {
    await replaceOwnRules(tx, actor.developerId, sealed, againAt(now), now);
    await enqueue(tx, redactStoredJob, {}, now);
  });
  return { rules };
}
