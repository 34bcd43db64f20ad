import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { enqueueSql } from "@/lib/jobs/enqueue";
import { enrichWorkspace } from "@/lib/tracker/enrichment/enrich-workspace";
import {
  ENRICH_DELAY_MS,
  ENRICH_SHARDS,
  SWEEP_AFTER_MS,
  SWEEP_JOBS_MAX,
} from "@/lib/tracker/enrichment/limits";
import { evaluateAll, listNeglected } from "@/lib/tracker/enrichment/store";

/**
 * Derives categories, attribution and activity of the hours that batches marked dirty: those of a workspace's projects,
 * of the developers of one shard. It takes one place of a process, so that workspaces take turns at it.
 */
export const enrichHours = defineJob({
  name: "tracker.enrich-hours",
  payload: z.object({
    workspace_id: z.uuid(),
    shard: z
      .int()
      .min(0)
      .max(ENRICH_SHARDS - 1),
  }),
  dedupeKey: ({ workspace_id, shard }) => `${workspace_id}:${shard}`,
  delayMs: ENRICH_DELAY_MS,
  concurrency: { key: ({ workspace_id, shard }) => `${workspace_id}:${shard}`, limit: 1 },
  placesMax: 1,
  handler: ({ workspace_id, shard }, { now }) => enrichWorkspace(workspace_id, shard, now),
});

/**
 * What batches added until now, and jobs of these that still wait: the hours of one project. Its hours stay dirty, and
 * the sweep hands them on.
 */
export const enrichProject = defineJob({
  name: "tracker.enrich-project",
  payload: z.object({}),
  handler: async () => undefined,
});

/** Adds `enrichHours` where hours stayed dirty: a lost dispatch delays work and never loses it. */
export const sweepDirtyHours = defineJob({
  name: "tracker.sweep-dirty-hours",
  payload: z.object({}),
  schedule: "* * * * *",
  handler: async (_payload, { now }) => {
    const neglected = await listNeglected(new Date(now.getTime() - SWEEP_AFTER_MS), SWEEP_JOBS_MAX);
    await evaluateAll(
      neglected.map(({ workspaceId, shard }) =>
        enqueueSql(enrichHours, { workspace_id: workspaceId, shard }, now),
      ),
    );
    return undefined;
  },
});
