import { z } from "zod";
import { REQUESTS_AT_ONCE_MAX } from "@/lib/crm/requests/limits";
import type { JobSpec } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import type { Db } from "@/lib/platform/database";

export type RequestJob = { workspace_id: string; place: number };

/**
 * A job that sends requests of a workspace. A workspace has `REQUESTS_AT_ONCE_MAX` places, each with a job of its own:
 * that many requests wait for an answer at a time.
 */
export function requestJobSpec(name: string): JobSpec<RequestJob> {
  return {
    name,
    payload: z.object({
      workspace_id: z.uuid(),
      place: z
        .int()
        .min(0)
        .max(REQUESTS_AT_ONCE_MAX - 1),
    }),
    waitsForOthers: true,
    concurrency: { key: ({ workspace_id, place }) => `${workspace_id}:${place}`, limit: 1 },
    dedupeKey: ({ workspace_id, place }) => `${workspace_id}:${place}`,
  };
}

/** Adds such a job at one of the workspace's places, chosen at random. */
export async function enqueueRequests(
  tx: Db,
  job: JobSpec<RequestJob>,
  workspaceId: string,
  now: Date,
): Promise<void> {
  const place = Math.floor(Math.random() * REQUESTS_AT_ONCE_MAX);
  await enqueue(tx, job, { workspace_id: workspaceId, place }, now);
}
