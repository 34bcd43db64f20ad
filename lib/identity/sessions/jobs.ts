import { SESSIONS_SWEPT_PER_BATCH } from "@/lib/identity/sessions/limits";
import { deleteExpiredSessions } from "@/lib/identity/sessions/store";
import { defineScheduledJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";

/** Deletes sign-ins whose JWT has expired: they are in no list any more. */
export const sweepSessions = defineScheduledJob({
  name: "identity.sweep-sessions",
  schedule: "47 3 * * *",
  run: (now) => inBatches(SESSIONS_SWEPT_PER_BATCH, [(limit) => deleteExpiredSessions(now, limit)]),
});
