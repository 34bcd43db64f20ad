import { z } from "zod";
import { enqueueRequests, requestJobSpec } from "@/lib/crm/requests/request-job";
import type { JobSpec } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import type { Db } from "@/lib/platform/database";

/**
 * The job that does the database work of a workspace's runs, one after the other, a turn at a time. Without its handler,
 * because that changes records, which starts runs.
 */
export const RUN_JOB: JobSpec<{ workspace_id: string }> = {
  name: "crm.run-automation",
  payload: z.object({ workspace_id: z.uuid() }),
  concurrency: { key: ({ workspace_id }) => workspace_id, limit: 1 },
  workspace: ({ workspace_id }) => workspace_id,
  dedupeKey: ({ workspace_id }) => workspace_id,
};

/** The job that sends the requests of a workspace's runs. */
export const RUN_REQUEST_JOB = requestJobSpec("crm.send-run-requests");

/** Continues a workspace's runs once the transaction has committed. */
export async function enqueueRuns(tx: Db, workspaceId: string, now: Date): Promise<void> {
  await enqueue(tx, RUN_JOB, { workspace_id: workspaceId }, now);
}

/** The same for runs whose next action is a request. */
export async function enqueueRunRequests(tx: Db, workspaceId: string, now: Date): Promise<void> {
  await enqueueRequests(tx, RUN_REQUEST_JOB, workspaceId, now);
}
