import { defineScheduledJob } from "@/lib/jobs/define-job";
import { inBatches } from "@/lib/jobs/in-batches";
import { DAY_MS, HOUR_MS } from "@/lib/platform/limits";
import { dropEvidenceWithoutSample } from "@/lib/tracker/evidence/drop-evidence";
import { SAMPLE_AWAITED_HOURS, SAMPLE_MISSED_HOURS } from "@/lib/tracker/evidence/limits";
import { EVENT_AGE_DAYS_MAX } from "@/lib/tracker/ingest/limits";
import { deleteEvidence, deleteSamples, forAllPeople } from "@/lib/tracker/retention/delete-old";
import {
  ERASED_RANGE_KEPT_DAYS,
  RETENTION_BATCH_ROWS,
  SAMPLE_MONTHS_AHEAD,
} from "@/lib/tracker/retention/limits";
import {
  analyzeSamples,
  deleteErasedRanges,
  deleteOldBuckets,
  deleteOldCorrections,
  deleteOldViews,
  deleteOldWorkspaceBuckets,
  dropSampleMonths,
  makeSampleMonths,
} from "@/lib/tracker/retention/store";

/** Deletes tracker data past its retention, in small batches that block nobody. */
export const deleteOldTracking = defineScheduledJob({
  name: "tracker.delete-old",
  schedule: "37 */6 * * *",
  placesMax: 1,
  run: (now) => {
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
    return inBatches(RETENTION_BATCH_ROWS, [
      forAllPeople((people, limit) => deleteEvidence(people, limit, now)),
      forAllPeople((people, limit) => deleteSamples(people, limit, now)),
      forAllPeople((people, limit) => deleteOldBuckets(people, limit, now)),
      forAllPeople((people, limit) => deleteOldWorkspaceBuckets(people, limit, now)),
      forAllPeople((people, limit) => deleteOldCorrections(people, limit, now)),
      forAllPeople((people, limit) => deleteOldViews(people, limit, now)),
      (limit) =>
        dropEvidenceWithoutSample(
          { from: hoursAgo(SAMPLE_MISSED_HOURS), to: hoursAgo(SAMPLE_AWAITED_HOURS) },
          limit,
          now,
        ),
      (limit) => deleteErasedRanges(new Date(now.getTime() - ERASED_RANGE_KEPT_DAYS * DAY_MS), limit),
    ]);
  },
});

/**
 * Makes partitions of samples for the months to come, and drops those of months that are empty and out of reach. Samples
 * of a month without a partition are stored all the same, with all others of that kind.
 */
export const keepSampleMonths = defineScheduledJob({
  name: "tracker.keep-sample-months",
  schedule: "7 3 * * *",
  isAtStart: true,
  placesMax: 1,
  run: async (now) => {
    await makeSampleMonths(
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 + SAMPLE_MONTHS_AHEAD)),
    );
    await dropSampleMonths(EVENT_AGE_DAYS_MAX, now);
    await analyzeSamples();
  },
});
