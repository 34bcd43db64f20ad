import { z } from "zod";
import type { JobSpec } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import { STORE_ATTEMPTS_MAX } from "@/lib/jobs/limits";
import type { Db } from "@/lib/platform/database";

type Erased = { developer_id: string; refs: string[]; erased_at: string };

/** Separate from its handler (`jobs.ts`), so that code that accepts samples doesn't load the object store's client. */
export const ERASE_OBJECTS_JOB: JobSpec<Erased> = {
  name: "tracker.erase-evidence-objects",
  payload: z.object({ developer_id: z.uuid(), refs: z.array(z.string()), erased_at: z.iso.datetime() }),
  waitsForOthers: true,
  attemptsMax: STORE_ATTEMPTS_MAX,
};

/** Enqueues the deletion of screenshots' objects; the same transaction deletes their rows. */
export async function enqueueEraseObjects(
  tx: Db,
  developerId: string,
  refs: string[],
  now: Date,
): Promise<void> {
  await enqueue(
    tx,
    ERASE_OBJECTS_JOB,
    { developer_id: developerId, refs, erased_at: now.toISOString() },
    now,
  );
}
