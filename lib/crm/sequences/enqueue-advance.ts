import { z } from "zod";
import { REQUESTS_AT_ONCE_MAX } from "@/lib/crm/requests/limits";
import type { JobSpec } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import type { Db } from "@/lib/platform/database";

type AdvancePayload = { workspace_id: string; due_at?: string | undefined };

/**
 * The job that brings a workspace's enrolments further, one after the other and a turn at a time, as far as adding it
 * goes. One that waits for a later time has a key of its own, so that it keeps nobody from going on now.
 */
export const ADVANCE_JOB: JobSpec<AdvancePayload> = {
  name: "crm.advance-enrollment",
  payload: z.object({ workspace_id: z.uuid(), due_at: z.iso.datetime().optional() }),
  concurrency: { key: ({ workspace_id }) => workspace_id, limit: 1 },
  workspace: ({ workspace_id }) => workspace_id,
  dedupeKey: ({ workspace_id, due_at }) => `${workspace_id}:${due_at ?? "now"}`,
};

/** The job that sends the requests of a workspace's enrolments. One for each place, which is how many wait at a time. */
export const STEP_REQUEST_JOB: JobSpec<{ workspace_id: string; place: number }> = {
  name: "crm.send-step-requests",
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

const SECOND_MS = 1_000;

/** Lets a workspace's enrolments go on at a time. Those that are due in the same second share a job. */
export async function enqueueAdvance(tx: Db, workspaceId: string, dueAt: Date, now: Date): Promise<void> {
  const second = new Date(Math.ceil(dueAt.getTime() / SECOND_MS) * SECOND_MS);
  const payload = { workspace_id: workspaceId, ...(dueAt > now ? { due_at: second.toISOString() } : {}) };
  await enqueue(tx, ADVANCE_JOB, payload, now);
}

/** Lets a workspace's enrolments send the requests that they stand at. */
export async function enqueueStepRequests(tx: Db, workspaceId: string, now: Date): Promise<void> {
  const place = Math.floor(Math.random() * REQUESTS_AT_ONCE_MAX);
  await enqueue(tx, STEP_REQUEST_JOB, { workspace_id: workspaceId, place }, now);
}
