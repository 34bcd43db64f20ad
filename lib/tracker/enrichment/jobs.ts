import { z } from "zod";
import { defineJob } from "@/lib/jobs/define-job";
import { enqueueSql } from "@/lib/jobs/enqueue";
import { deriveDirtyHours } from "@/lib/tracker/enrichment/enrich-project";
import { ENRICH_DELAY_MS, SWEEP_AFTER_MS, SWEEP_PROJECTS_MAX } from "@/lib/tracker/enrichment/limits";
import { evaluateAll, listNeglectedProjects } from "@/lib/tracker/enrichment/store";

/** Derives categories, attribution and activity of every hour that batches of a project marked dirty. */
export const enrichProject = defineJob({
  name: "tracker.enrich-project",
  payload: z.object({ project_id: z.uuid() }),
  dedupeKey: ({ project_id }) => project_id,
  delayMs: ENRICH_DELAY_MS,
  concurrency: { key: ({ project_id }) => project_id, limit: 1 },
  handler: ({ project_id }, { now }) => deriveDirtyHours(project_id, now),
});

/** Adds `enrichProject` for projects whose hours stayed dirty: a lost dispatch delays work and never loses it. */
export const sweepDirtyHours = defineJob({
  name: "tracker.sweep-dirty-hours",
  payload: z.object({}),
  schedule: "* * * * *",
  handler: async (_payload, { now }) => {
    const markedBefore = new Date(now.getTime() - SWEEP_AFTER_MS);
    const projectIds = await listNeglectedProjects(markedBefore, SWEEP_PROJECTS_MAX);
    await evaluateAll(
      projectIds.map((projectId) => enqueueSql(enrichProject, { project_id: projectId }, now)),
    );
    return undefined;
  },
});
