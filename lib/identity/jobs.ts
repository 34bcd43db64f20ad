import { z } from "zod";
import { AUTH_FLOWS_SWEPT_AFTER_DAYS } from "@/lib/identity/limits";
import { deleteAuthFlows } from "@/lib/identity/store";
import { defineJob } from "@/lib/jobs/define-job";

const DAY_MS = 86_400_000;

/** Deletes sign-ins long expired, used or not, so that the table stays as small as its traffic. */
export const sweepAuthFlows = defineJob({
  name: "identity.sweep-auth-flows",
  payload: z.object({}),
  schedule: "41 3 * * *",
  async handler(_payload, { now }) {
    await deleteAuthFlows(new Date(now.getTime() - AUTH_FLOWS_SWEPT_AFTER_DAYS * DAY_MS));
    return undefined;
  },
});
