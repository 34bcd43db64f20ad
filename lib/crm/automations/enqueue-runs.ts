import { z } from "zod";
import { REQUESTS_AT_ONCE_MAX } from "@/lib/crm/requests/limits";
import type { JobSpec } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import type { Db } from "@/lib/platform/database";

/**
 * The job that does what a workspace's runs do to the database, one after the other and a turn at a time, as far as
 * adding it goes: what it does changes records, which sets off runs.
 */
export const RUN_JOB: JobSpec<{ workspace_id: string }> = {
  name: "crm.run-automation",
  payload: z.object({ workspace_id: z.uuid() }),
  concurrency: { key: ({ workspace_id }) => workspace_id, limit: 1 },
  workspace: ({ workspace_id }) => workspace_id,
  dedupeKey: ({ workspace_id }) => workspace_id,
};

/** The job that sends the requests of a workspace's runs. One for each place, which is how many wait at a time. */
export const RUN_REQUEST_JOB: JobSpec<{ workspace_id: string; place: number }> = {
  name: "crm.send-run-requests",
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

/** Lets a workspace's runs be brought further once the transaction has committed. */
export async function enqueueRuns(tx: Db, workspaceId: string, now: Date): Promise<void> {
  await enqueue(tx, RUN_JOB, { workspace_id: workspaceId }, now);
}

/** The same for runs that stand at a request. */
export async function enqueueRunRequests(tx: Db, workspaceId: string, now: Date): Promise<void> {
  const place = Math.floor(Math.random() * REQUESTS_AT_ONCE_MAX);
  await enqueue(tx, RUN_REQUEST_JOB, { workspace_id: workspaceId, place }, now);
}
