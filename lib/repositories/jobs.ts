import { z } from "zod";
import { defineJob, defineScheduledJob } from "@/lib/jobs/define-job";
import { enqueueAll } from "@/lib/jobs/enqueue";
import { transaction } from "@/lib/platform/database";
import { MINUTE_MS } from "@/lib/platform/limits";
import {
  SYNC_ATTEMPTS_MAX,
  SYNC_INTERVAL_MINUTES,
  SYNC_PLACES_MAX,
  SYNC_SWEEP_MAX,
} from "@/lib/repositories/limits";
import { listDueRepositories } from "@/lib/repositories/store";
import { syncRepository } from "@/lib/repositories/sync-repository";

/** Brings one repository up to date. While it waits, asking again changes nothing. */
export const syncRepositoryJob = defineJob({
  name: "repositories.sync-repository",
  payload: z.object({ repository_id: z.uuid() }),
  dedupeKey: ({ repository_id }) => repository_id,
  concurrency: { key: ({ repository_id }) => repository_id, limit: 1 },
  placesMax: SYNC_PLACES_MAX,
  attemptsMax: SYNC_ATTEMPTS_MAX,
  handler: ({ repository_id }, { now }) => syncRepository(repository_id, now),
});

/** Lets repositories be synced that were not touched for an hour, those among them whose job was lost or given up. */
export const sweepRepositories = defineScheduledJob({
  name: "repositories.sweep-repositories",
  schedule: "*/5 * * * *",
  run: async (now) => {
    const before = new Date(now.getTime() - SYNC_INTERVAL_MINUTES * MINUTE_MS);
    const ids = await listDueRepositories(before, SYNC_SWEEP_MAX);
    const payloads = ids.map((id) => ({ repository_id: id }));
    await transaction((tx) => enqueueAll(tx, syncRepositoryJob, payloads, now));
  },
});
