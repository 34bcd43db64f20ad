import { z } from "zod";
import { REQUESTS_AT_ONCE_MAX } from "@/lib/crm/requests/limits";
import type { JobSpec } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import type { Db } from "@/lib/platform/database";

type AdvancePayload = { enrollment_id: string; workspace_id: string; due_at: string };

/**
 * The job that brings an enrolment further, as far as adding it goes. Each time that an enrolment is due at has a job of
 * its own, so that one which waits for a later time keeps nobody from going on now.
 */
export const ADVANCE_JOB: JobSpec<AdvancePayload> = {
  name: "crm.advance-enrollment",
  payload: z.object({ enrollment_id: z.uuid(), workspace_id: z.uuid(), due_at: z.iso.datetime() }),
  waitsForOthers: true,
  concurrency: { key: ({ workspace_id }) => workspace_id, limit: REQUESTS_AT_ONCE_MAX },
  dedupeKey: ({ enrollment_id, due_at }) => `${enrollment_id}:${due_at}`,
};

/** Lets an enrolment go on at a time. */
export async function enqueueAdvance(
  tx: Db,
  { id, workspaceId }: { id: string; workspaceId: string },
  dueAt: Date,
  now: Date,
): Promise<void> {
  const payload = { enrollment_id: id, workspace_id: workspaceId, due_at: dueAt.toISOString() };
  await enqueue(tx, ADVANCE_JOB, payload, now);
}
