import { SWEPT_EVENTS_MAX } from "@/lib/ingestion/limits";
import { deleteProductEvents } from "@/lib/ingestion/store";
import { defineScheduledJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { env } from "@/lib/platform/env";
import { DAY_MS } from "@/lib/platform/limits";

/** Deletes product events past their retention, in small batches that block nobody. */
export const sweepProductEvents = defineScheduledJob({
  name: "ingestion.sweep-product-events",
  schedule: "17 * * * *",
  run(now) {
    const before = new Date(now.getTime() - env().PRODUCT_EVENTS_RETENTION_DAYS * DAY_MS);
    return inBatches(SWEPT_EVENTS_MAX, [(limit) => deleteProductEvents(before, limit)]);
  },
});
