import { z } from "zod";
import { defineJob, defineScheduledJob } from "@/lib/jobs/define-job";
import { enqueueSql } from "@/lib/jobs/enqueue";
import { workThrough } from "@/lib/jobs/work-through";
import { enrichWorkspace } from "@/lib/tracker/enrichment/enrich-workspace";
import {
  ENRICH_DELAY_MS,
  ENRICH_SHARDS,
  OLD_ROWS_PER_SWEEP_MAX,
  SWEEP_AFTER_MS,
  SWEEP_JOBS_MAX,
} from "@/lib/tracker/enrichment/limits";
import { evaluateAll, listNeglected, markOldHours } from "@/lib/tracker/enrichment/marks-store";

const Payload = z.object({
  workspace_id: z.uuid(),
  shard: z
    .int()
    .min(0)
    .max(ENRICH_SHARDS - 1),
});

/**
 * Derives the dirty quarters of an hour of a workspace's developers, one shard per job. It uses one slot per process,
 * so that workspaces take turns.
 */
export const enrichBuckets = defineJob({
  name: "tracker.enrich-buckets",
  payload: Payload,
  dedupeKey: ({ workspace_id, shard }) => `${workspace_id}:${shard}`,
  delayMs: ENRICH_DELAY_MS,
  concurrency: { key: ({ workspace_id, shard }) => `${workspace_id}:${shard}`, limit: 1 },
  placesMax: 1,
  batch: {
    collectS: Math.ceil(ENRICH_DELAY_MS / 1_000),
    work: (turn) =>
      workThrough(turn, {
        find: () => {
          const now = new Date();
          return listNeglected(now, SWEEP_JOBS_MAX, now);
        },
        keyOf: ({ workspaceId, shard }) => `${workspaceId}:${shard}`,
        work: ({ workspaceId, shard }) => enrichWorkspace(workspaceId, shard, new Date()),
        atOnce: 1,
      }),
  },
  handler: ({ workspace_id, shard }, { now }) => enrichWorkspace(workspace_id, shard, now),
});

/**
 * Kept for jobs that were queued before sums were kept by quarters of an hour. The sweep queues new jobs for their
 * work.
 */
export const enrichHours = defineJob({
  name: "tracker.enrich-hours",
  payload: z.object({}),
  handler: async () => undefined,
});

/** As `enrichHours`, for the hours of one project. */
export const enrichProject = defineJob({
  name: "tracker.enrich-project",
  payload: z.object({}),
  handler: async () => undefined,
});

/**
 * Adds `enrichBuckets` where buckets stayed dirty, so that a lost job delays work but never loses it. It also adds it
 * for quarters of an hour that were still running, once they are due.
 */
export const sweepDirtyBuckets = defineScheduledJob({
  name: "tracker.sweep-dirty-hours",
  schedule: "* * * * *",
  run: async (now) => {
    await markOldHours(OLD_ROWS_PER_SWEEP_MAX, now);
    const neglected = await listNeglected(new Date(now.getTime() - SWEEP_AFTER_MS), SWEEP_JOBS_MAX, now);
    await evaluateAll(
      neglected.map(({ workspaceId, shard }) =>
        enqueueSql(enrichBuckets, { workspace_id: workspaceId, shard }, now),
      ),
    );
  },
});
