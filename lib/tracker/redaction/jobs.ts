import { defineScheduledJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { MINUTE_MS } from "@/lib/platform/limits";
import { REDACT_AGAIN_MINUTES, REDACT_BATCH_ROWS, REDACTION_VERSION } from "@/lib/tracker/redaction/limits";
import { redactStored } from "@/lib/tracker/redaction/redact-stored";
import { beginVersion } from "@/lib/tracker/redaction/store";

/** When no request can still store samples by the rules that were in force until now. */
export function againAt(now: Date): Date {
  return new Date(now.getTime() + REDACT_AGAIN_MINUTES * MINUTE_MS);
}

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
    await beginVersion(REDACTION_VERSION, againAt(now), now);
    return inBatches(REDACT_BATCH_ROWS, [(limit) => redactStored(limit, now)]);
  },
});
