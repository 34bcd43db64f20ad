import { z } from "zod";
import { GONE, giveTask, type StepResult, sendStep, subjectOf } from "@/lib/crm/sequences/do-step";
import { notifyFailedStep } from "@/lib/crm/sequences/notify-failed";
import { pauseUnpermitted } from "@/lib/crm/sequences/pause-unpermitted";
import { deleteRetry, type Retry, updateStepDone } from "@/lib/crm/sequences/retries/store";
import { Step } from "@/lib/crm/sequences/schema";
import {
  findEnrollmentAtWork,
  lockEnrollment,
  lockRecord,
  lockSequenceShared,
} from "@/lib/crm/sequences/store";
import { db, transaction } from "@/lib/platform/database";
import type { SequenceEnrollment } from "@/lib/platform/rows";

/** What a step of an enrolment's sequence says now; null once it was removed. */
async function findStep({ workspaceId, sequenceId }: SequenceEnrollment, stepId: string) {
  const sequence = await lockSequenceShared(db(), workspaceId, sequenceId);
  if (!sequence) return null;
  const step = z
    .array(Step)
    .parse(sequence.steps)
    .find(({ id }) => id === stepId);
  return step ? { step, objectId: sequence.objectId } : null;
}

/**
 * Tries a failed step again and writes down what became of it. Safe to repeat after a crash: its request has the same
 * idempotency key each time. Nothing is done for a record that has left the sequence meanwhile. Its request is sent only
 * if the sequence's owner may see records now; otherwise the sequence is paused and the step waits.
 */
export async function redoStep(retry: Retry, now: Date): Promise<void> {
  const found = await findEnrollmentAtWork(retry.enrollmentId);
  if (!found?.workspace.isActive) return;
  const meant = found.status === "exited" ? null : await findStep(found, retry.stepId);
  if (!meant || meant.step.type === "wait") {
    await deleteRetry(db(), retry);
    return;
  }
  const { step, objectId } = meant;
  const { workspaceId, sequenceId, recordId, id } = found;
  let sent: StepResult | null = null;
  if (step.type === "http_request") {
    if (await pauseUnpermitted(found, now)) return;
    sent = await sendStep(found, step, now);
  }
  await transaction(async (tx) => {
    await lockSequenceShared(tx, workspaceId, sequenceId);
    await lockRecord(tx, workspaceId, objectId, recordId);
    await lockEnrollment(tx, id);
    if (!(await deleteRetry(tx, retry))) return;
    const subject = step.type === "task" ? await subjectOf(tx, found, now) : null;
    const given = step.type === "task" && subject ? await giveTask(tx, found, step, subject, now) : null;
    const { result, error } = sent ?? given ?? GONE;
    const status = error === null ? "completed" : "failed";
    await updateStepDone(tx, retry, { status, error, result, finishedAt: now });
    if (error !== null) await notifyFailedStep(tx, found, error, now);
  });
}
