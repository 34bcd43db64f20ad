import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { IDEMPOTENCY_KEYS_ERASED_PER_BATCH } from "@/lib/routes/idempotency/limits";
import { eraseOldKeys } from "@/lib/routes/idempotency/store";

/** Every hour: deletes expired keys with the responses stored under them, in small batches. */
export const sweepIdempotencyKeys = defineJob({
  name: "http.sweep-idempotency-keys",
  payload: z.object({}),
  schedule: "37 * * * *",
  async handler(_payload, { now }) {
    const batch = IDEMPOTENCY_KEYS_ERASED_PER_BATCH;
    while ((await eraseOldKeys(now, batch)) === batch);
    return undefined;
  },
});
