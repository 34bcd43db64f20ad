import { z } from "zod";
import {
  AUTH_FLOWS_SWEPT_AFTER_DAYS,
  AUTH_FLOWS_SWEPT_PER_BATCH,
  SIGN_IN_PROBLEMS_KEPT_DAYS,
} from "@/lib/identity/limits";
import { deleteSignInProblems } from "@/lib/identity/problems/store";
import { deleteAuthFlows } from "@/lib/identity/store";
import { defineJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { DAY_MS } from "@/lib/platform/limits";

/** Deletes sign-ins long expired, used or not, and old counts of failed ones, so that the tables stay small. */
export const sweepAuthFlows = defineJob({
  name: "identity.sweep-auth-flows",
  payload: z.object({}),
  schedule: "41 3 * * *",
  dedupeKey: () => "all",
  async handler(_payload, { now }) {
    await deleteSignInProblems(new Date(now.getTime() - SIGN_IN_PROBLEMS_KEPT_DAYS * DAY_MS));
    const before = new Date(now.getTime() - AUTH_FLOWS_SWEPT_AFTER_DAYS * DAY_MS);
    return inBatches(AUTH_FLOWS_SWEPT_PER_BATCH, [(limit) => deleteAuthFlows(before, limit)]);
  },
});
