import { z } from "zod";
import { defineJob, defineScheduledJob } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import { inBatches } from "@/lib/jobs/in-batches";
import type { Db } from "@/lib/platform/database";
import { MINUTE_MS } from "@/lib/platform/limits";
import {
  REDACT_BATCH_ROWS,
  REDACTION_VERSION,
  RULES_AGAIN_LATE_S,
  RULES_AGAIN_MINUTES,
  VERSION_AGAIN_MINUTES,
} from "@/lib/tracker/redaction/limits";
import { redactStored } from "@/lib/tracker/redaction/redact-stored";
import { beginVersion } from "@/lib/tracker/redaction/store";

/**
 * Redacts stored samples by the current rules if these have changed: the newest samples first, in small batches that
 * block nobody. If nothing has changed it ends at once. On a new installation the start is before the first sample, so
 * that nothing is gone over that was redacted by these rules already.
 */
export const redactStoredJob = defineScheduledJob({
  name: "tracker.redact-stored",
  schedule: "*/10 * * * *",
  isAtStart: true,
  placesMax: 1,
  run: async (now) => {
    const againAt = new Date(now.getTime() + VERSION_AGAIN_MINUTES * MINUTE_MS);
    await beginVersion(REDACTION_VERSION, againAt, now);
    return inBatches(REDACT_BATCH_ROWS, [(limit) => redactStored(limit, now)]);
  },
});

/** The same a little after rules were changed, for what requests that had begun before stored by those before. */
export const redactAgainJob = defineJob({
  name: "tracker.redact-again",
  payload: z.object({}),
  placesMax: 1,
  delayMs: RULES_AGAIN_MINUTES * MINUTE_MS + RULES_AGAIN_LATE_S * 1000,
  handler: (_payload, { now }) => inBatches(REDACT_BATCH_ROWS, [(limit) => redactStored(limit, now)]),
});

/** When no request can still store samples by the rules that were in force until now. */
export function rulesAgainAt(now: Date): Date {
  return new Date(now.getTime() + RULES_AGAIN_MINUTES * MINUTE_MS);
}

/** Has stored samples redacted by rules that were changed in the same transaction: at once, and a little later. */
export async function enqueueRedaction(tx: Db, now: Date): Promise<void> {
  await enqueue(tx, redactStoredJob, {}, now);
  await enqueue(tx, redactAgainJob, {}, now);
}
