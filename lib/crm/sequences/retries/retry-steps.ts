import { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { enqueueStepRequests } from "@/lib/crm/sequences/enqueue-advance";
import { RETRIES_MAX } from "@/lib/crm/sequences/limits";
import { getEnrollment } from "@/lib/crm/sequences/list-enrollments";
import { insertRetries } from "@/lib/crm/sequences/retries/store";
import { type EnrollmentDetail, type RetriedSteps, type RetrySteps, Step } from "@/lib/crm/sequences/schema";
import { findEnrollment, lockSequenceShared } from "@/lib/crm/sequences/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { type Db, transaction } from "@/lib/platform/database";

async function retry(
  tx: Db,
  scope: WorkspaceScope,
  sequenceId: string,
  which: { enrollmentId?: string; since?: Date },
  now: Date,
): Promise<number> {
  const { workspaceId } = scope;
  const sequence = orNotFound(await lockSequenceShared(tx, workspaceId, sequenceId), "Sequence");
  if (sequence.isPaused) throw new AppError("conflict", "The sequence is paused. Resume it, then try again");
  const stepIds = z
    .array(Step)
    .parse(sequence.steps)
    .map(({ id }) => id);
  const meant = { ...which, stepIds, max: RETRIES_MAX };
  const steps = await insertRetries(tx, workspaceId, sequenceId, meant, now);
  if (steps === 0) return 0;
  const entry = {
    action: "sequence.steps_retried",
    target: { type: "sequence", id: sequenceId },
    after: {
      name: sequence.name,
      steps,
      ...(which.enrollmentId ? { enrollment_id: which.enrollmentId } : {}),
    },
  };
  await recordAudit(tx, scope, entry, now);
  await enqueueStepRequests(tx, workspaceId, now);
  return steps;
}

/**
 * Has the failed steps of one enrolment tried again, as the sequence is now. Where the record stands does not change.
 * @throws AppError not_found; conflict if none failed, the record has left the sequence, or one of them is paused
 */
export async function retryEnrollment(
  scope: WorkspaceScope,
  sequenceId: string,
  enrollmentId: string,
  now: Date,
): Promise<EnrollmentDetail> {
  await transaction(async (tx) => {
    const found = orNotFound(await findEnrollment(tx, scope, sequenceId, enrollmentId), "Enrollment");
    if (found.status === "exited") throw new AppError("conflict", "The record has left this sequence");
    if (found.status === "paused")
      throw new AppError("conflict", "The record is paused. Resume it, then try again");
    const steps = await retry(tx, scope, sequenceId, { enrollmentId }, now);
    if (steps === 0) throw new AppError("conflict", "No step of it failed, so there is nothing to try again");
  });
  return getEnrollment(scope, sequenceId, enrollmentId);
}

/**
 * The same for all records in a sequence or through it, the oldest failures first: at most `RETRIES_MAX` steps. Records
 * that left it early or are paused are passed over.
 * @throws AppError not_found; conflict while the sequence is paused
 */
export async function retryFailedSteps(
  scope: WorkspaceScope,
  sequenceId: string,
  { since }: RetrySteps,
  now: Date,
): Promise<RetriedSteps> {
  const which = since ? { since: new Date(since) } : {};
  return { steps: await transaction((tx) => retry(tx, scope, sequenceId, which, now)) };
}
