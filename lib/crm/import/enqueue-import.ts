import { z } from "zod";
import type { JobSpec } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import type { Db } from "@/lib/platform/database";

/** The job that continues an import or undoes it, without its handler. Imports of a workspace take turns. */
export const IMPORT_JOB: JobSpec<{ import_id: string; workspace_id: string }> = {
  name: "crm.run-import",
  payload: z.object({ import_id: z.uuid(), workspace_id: z.uuid() }),
  concurrency: { key: ({ workspace_id }) => workspace_id, limit: 1 },
  workspace: ({ workspace_id }) => workspace_id,
  dedupeKey: ({ import_id }) => import_id,
};

/** Enqueues an import's next run, once the transaction has committed. */
export async function enqueueImport(
  tx: Db,
  { id, workspaceId }: { id: string; workspaceId: string },
  now: Date,
): Promise<void> {
  await enqueue(tx, IMPORT_JOB, { import_id: id, workspace_id: workspaceId }, now);
}
