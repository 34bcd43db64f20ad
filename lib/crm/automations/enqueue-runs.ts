import { z } from "zod";
import { REQUESTS_AT_ONCE_MAX } from "@/lib/crm/requests/limits";
import type { JobSpec } from "@/lib/jobs/define-job";
import { enqueueAll } from "@/lib/jobs/enqueue";
import type { Db } from "@/lib/platform/database";

type RunPayload = { run_id: string; workspace_id: string };

/** The job that does a run, as far as adding it goes: what it does changes records, which sets off runs. */
export const RUN_JOB: JobSpec<RunPayload> = {
  name: "crm.run-automation",
  payload: z.object({ run_id: z.uuid(), workspace_id: z.uuid() }),
  waitsForOthers: true,
  concurrency: { key: ({ workspace_id }) => workspace_id, limit: REQUESTS_AT_ONCE_MAX },
  dedupeKey: ({ run_id }) => run_id,
};

/** Lets runs be done once the transaction has committed. */
export async function enqueueRuns(
  tx: Db,
  runs: readonly { id: string; workspaceId: string }[],
  now: Date,
): Promise<void> {
  const payloads = runs.map(({ id, workspaceId }) => ({ run_id: id, workspace_id: workspaceId }));
  await enqueueAll(tx, RUN_JOB, payloads, now);
}
