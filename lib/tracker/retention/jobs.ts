import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { deleteEvidence, forAllPeople } from "@/lib/tracker/retention/delete-old";
import { ERASED_RANGE_KEPT_DAYS, RETENTION_BATCH_ROWS } from "@/lib/tracker/retention/limits";
import {
  deleteErasedRanges,
  deleteOldBuckets,
  deleteOldSamples,
  deleteOldWorkspaceBuckets,
} from "@/lib/tracker/retention/store";

const DAY_MS = 86_400_000;

/** Deletes what the tracker holds of people once its time is over, in small batches that hold nobody up. */
export const deleteOldTracking = defineJob({
  name: "tracker.delete-old",
  payload: z.object({}),
  schedule: "37 */6 * * *",
  dedupeKey: () => "all",
  placesMax: 1,
  handler: (_payload, { now }) =>
    inBatches(RETENTION_BATCH_ROWS, [
      forAllPeople((people, limit) => deleteEvidence(people, limit, now)),
      forAllPeople((people, limit) => deleteOldSamples(people, limit, now)),
      forAllPeople((people, limit) => deleteOldBuckets(people, limit, now)),
      forAllPeople((people, limit) => deleteOldWorkspaceBuckets(people, limit, now)),
      (limit) => deleteErasedRanges(new Date(now.getTime() - ERASED_RANGE_KEPT_DAYS * DAY_MS), limit),
    ]),
});
