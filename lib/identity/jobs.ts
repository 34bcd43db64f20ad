import {
  AUTH_FLOWS_SWEPT_AFTER_DAYS,
  AUTH_FLOWS_SWEPT_PER_BATCH,
  SIGN_IN_PROBLEMS_KEPT_DAYS,
} from "@/lib/identity/limits";
import { deleteSignInProblems } from "@/lib/identity/problems/store";
import { deleteAuthFlows } from "@/lib/identity/store";
import { defineScheduledJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { DAY_MS } from "@/lib/platform/limits";

/** Deletes sign-ins long expired, used or not, and old counts of failed ones, so that the tables stay small. */
export const sweepAuthFlows = defineScheduledJob({
  name: "identity.sweep-auth-flows",
  schedule: "41 3 * * *",
  async run(now) {
    await deleteSignInProblems(new Date(now.getTime() - SIGN_IN_PROBLEMS_KEPT_DAYS * DAY_MS));
    const before = new Date(now.getTime() - AUTH_FLOWS_SWEPT_AFTER_DAYS * DAY_MS);
    return inBatches(AUTH_FLOWS_SWEPT_PER_BATCH, [(limit) => deleteAuthFlows(before, limit)]);
  },
});
