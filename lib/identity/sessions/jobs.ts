import { z } from "zod";
import { SESSIONS_SWEPT_PER_BATCH } from "@/lib/identity/sessions/limits";
import { deleteExpiredSessions } from "@/lib/identity/sessions/store";
import { defineJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";

/** Deletes sign-ins whose JWT has expired: they are in no list any more. */
export const sweepSessions = defineJob({
  name: "identity.sweep-sessions",
  payload: z.object({}),
  schedule: "47 3 * * *",
  dedupeKey: () => "all",
  handler: (_payload, { now }) =>
    inBatches(SESSIONS_SWEPT_PER_BATCH, [(limit) => deleteExpiredSessions(now, limit)]),
});
