import { z } from "zod";
import { enqueueRequests, requestJobSpec } from "@/lib/crm/requests/request-job";
import type { JobSpec } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import type { Db } from "@/lib/platform/database";
import { SECOND_MS } from "@/lib/platform/limits";

type AdvancePayload = { workspace_id: string; due_at?: string | undefined };

/**
 * The job that advances a workspace's enrolments, one after the other, a turn at a time; without its handler. A job for
 * a later time has a key of its own, so that it doesn't stop others from running now.
 */
export const ADVANCE_JOB: JobSpec<AdvancePayload> = {
  name: "crm.advance-enrollment",
  payload: z.object({ workspace_id: z.uuid(), due_at: z.iso.datetime().optional() }),
  concurrency: { key: ({ workspace_id }) => workspace_id, limit: 1 },
  workspace: ({ workspace_id }) => workspace_id,
  dedupeKey: ({ workspace_id, due_at }) => `${workspace_id}:${due_at ?? "now"}`,
};

/** The job that sends the requests of a workspace's enrolments. */
export const STEP_REQUEST_JOB = requestJobSpec("crm.send-step-requests");

/** Advances a workspace's enrolments at a time. Those due in the same second share a job. */
export async function enqueueAdvance(tx: Db, workspaceId: string, dueAt: Date, now: Date): Promise<void> {
  const second = new Date(Math.ceil(dueAt.getTime() / SECOND_MS) * SECOND_MS);
  const payload = { workspace_id: workspaceId, ...(dueAt > now ? { due_at: second.toISOString() } : {}) };
  await enqueue(tx, ADVANCE_JOB, payload, now);
}

/** The same for enrolments whose next step is a request. */
export async function enqueueStepRequests(tx: Db, workspaceId: string, now: Date): Promise<void> {
  await enqueueRequests(tx, STEP_REQUEST_JOB, workspaceId, now);
}
