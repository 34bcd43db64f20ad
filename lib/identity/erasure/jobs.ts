import { z } from "zod";
import { eraseDeveloper } from "@/lib/identity/erasure/erase-developer";
import { ERASE_OVERDUE_MS, ERASE_PLACES_MAX, ERASE_SWEEP_MAX } from "@/lib/identity/erasure/limits";
import { listUnfinishedErasures } from "@/lib/identity/erasure/store";
import { defineJob, defineScheduledJob } from "@/lib/jobs/define-job";
import { enqueueAll } from "@/lib/jobs/enqueue";
import { db } from "@/lib/platform/database";

/** Erases what is left of a developer, a share at a time. */
export const eraseDeveloperJob = defineJob({
  name: "identity.erase-developer",
  payload: z.object({ developer_id: z.uuid() }),
  concurrency: { key: ({ developer_id }) => developer_id, limit: 1 },
  placesMax: ERASE_PLACES_MAX,
  dedupeKey: ({ developer_id }) => developer_id,
  handler: async ({ developer_id }, { now }) =>
    (await eraseDeveloper(developer_id)) ? undefined : { againAt: now },
});

/** Adds the job again for erasures that are not finished and may have lost it. */
export const sweepErasures = defineScheduledJob({
  name: "identity.sweep-erasures",
  schedule: "*/10 * * * *",
  run: async (now) => {
    const overdue = await listUnfinishedErasures(new Date(now.getTime() - ERASE_OVERDUE_MS), ERASE_SWEEP_MAX);
    await enqueueAll(
      db(),
      eraseDeveloperJob,
      overdue.map((developer_id) => ({ developer_id })),
      now,
    );
  },
});
