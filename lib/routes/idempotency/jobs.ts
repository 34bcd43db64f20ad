import { defineScheduledJob } from "@/lib/jobs/define-job";
import { IDEMPOTENCY_KEYS_ERASED_PER_BATCH } from "@/lib/routes/idempotency/limits";
import { eraseOldKeys } from "@/lib/routes/idempotency/store";

/** Every hour: deletes expired keys with the responses stored under them, in small batches. */
export const sweepIdempotencyKeys = defineScheduledJob({
  name: "http.sweep-idempotency-keys",
  schedule: "37 * * * *",
  async run(now) {
    const batch = IDEMPOTENCY_KEYS_ERASED_PER_BATCH;
    while ((await eraseOldKeys(now, batch)) === batch);
  },
});
