import { z } from "zod";
import { AUTH_FLOWS_SWEPT_AFTER_DAYS, AUTH_FLOWS_SWEPT_PER_BATCH } from "@/lib/identity/limits";
import { deleteAuthFlows } from "@/lib/identity/store";
import { defineJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";

const DAY_MS = 86_400_000;

/** Deletes sign-ins long expired, used or not, so that the table stays as small as its traffic. */
export const sweepAuthFlows = defineJob({
  name: "identity.sweep-auth-flows",
  payload: z.object({}),
  schedule: "41 3 * * *",
  dedupeKey: () => "all",
  handler(_payload, { now }) {
    const before = new Date(now.getTime() - AUTH_FLOWS_SWEPT_AFTER_DAYS * DAY_MS);
    return inBatches(AUTH_FLOWS_SWEPT_PER_BATCH, [(limit) => deleteAuthFlows(before, limit)]);
  },
});
