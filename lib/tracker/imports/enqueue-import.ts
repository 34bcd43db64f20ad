import { z } from "zod";
import type { JobSpec } from "@/lib/jobs/define-job";
import { TRACKER_IMPORT_ATTEMPTS_MAX } from "@/lib/tracker/imports/limits";

/** The job that continues an import, or undoes it; without its handler. */
export const TRACKER_IMPORT_JOB: JobSpec<{ import_id: string }> = {
  name: "tracker.run-import",
  payload: z.object({ import_id: z.uuid() }),
  concurrency: { key: ({ import_id }) => import_id, limit: 1 },
  dedupeKey: ({ import_id }) => import_id,
  placesMax: 1,
  attemptsMax: TRACKER_IMPORT_ATTEMPTS_MAX,
};
