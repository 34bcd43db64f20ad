import { z } from "zod";
import { giveTask, type StepResult, sendStep, subjectOf } from "@/lib/crm/sequences/do-step";
import { enqueueAdvance, enqueueStepRequests } from "@/lib/crm/sequences/enqueue-advance";
import { exitEnrollments } from "@/lib/crm/sequences/exit-enrollments";
import { notifyFailedStep } from "@/lib/crm/sequences/notify-failed";
import { pauseUnpermitted } from "@/lib/crm/sequences/pause-unpermitted";
import { stepAfter, waitMs } from "@/lib/crm/sequences/rules";
import { Step } from "@/lib/crm/sequences/schema";
import {
  findEnrollmentAtWork,
  insertStepDone,
  listDoneSteps,
  lockEnrollment,
  lockRecord,
  lockSequenceShared,
  updateEnrollment,
} from "@/lib/crm/sequences/store";
import { type Db, transaction } from "@/lib/platform/database";
import type { SequenceEnrollment } from "@/lib/platform/rows";

type Held = {
  enrollment: SequenceEnrollment;
  steps: Step[];
  /** The current step; undefined past the last. */
  step: Step | undefined;
};

/**
 * Locks everything an enrolment depends on, always in the same order, and then the enrolment: nobody deletes the
 * record, edits the sequence or moves the enrolment meanwhile. Null if there is nothing to do now.
 */
async function lock(tx: Db, { id, workspaceId, sequenceId, recordId }: SequenceEnrollment, now: Date) {
  const sequence = await lockSequenceShared(tx, workspaceId, sequenceId);
  if (!sequence || sequence.isPaused) return null;
  const isThere = await lockRecord(tx, workspaceId, sequence.objectId, recordId);
  const enrollment = await lockEnrollment(tx, id);
  if (!isThere || enrollment?.status !== "active") return null;
  if (enrollment.nextStepAt === null || enrollment.nextStepAt > now) return null;
  const steps = z.array(Step).parse(sequence.steps);
  return { enrollment, steps, step: steps.find((step) => step.id === enrollment.stepId) } satisfies Held;
}

async function goOn(
  tx: Db,
  { enrollment, steps }: Held,
  step: Step,
  { result, error }: StepResult,
  now: Date,
): Promise<void> {
  const status = error === null ? "completed" : "failed";
  const done = { enrollmentId: enrollment.id, stepId: step.id, type: step.type, status, error };
  await insertStepDone(tx, { ...done, result, finishedAt: now });
  if (error !== null) await notifyFailedStep(tx, enrollment, error, now);
  const next = stepAfter(steps, step.id, await listDoneSteps(tx, enrollment.id));
  if (next === null) return complete(tx, enrollment, now);
  const free = { sends: false, heldUntil: null };
  await updateEnrollment(tx, enrollment.id, { stepId: next, isWaiting: false, nextStepAt: now, ...free });
}

async function complete(tx: Db, { id, workspaceId }: SequenceEnrollment, now: Date): Promise<void> {
  await exitEnrollments(tx, workspaceId, { enrollmentId: id }, "completed", now);
}

/**
 * Does the database work of an enrolment's current step in a transaction. A request is left to its own job.
 * @returns whether the next step can follow at once
 */
async function takeStep(enrollment: SequenceEnrollment, now: Date): Promise<boolean> {
  return transaction(async (tx) => {
    const held = await lock(tx, enrollment, now);
    if (!held) return false;
    const { step } = held;
    if (!step) {
      await complete(tx, held.enrollment, now);
      return false;
    }
    if (step.type === "http_request") {
      await updateEnrollment(tx, enrollment.id, { sends: true, heldUntil: null });
      await enqueueStepRequests(tx, enrollment.workspaceId, now);
      return false;
    }
    if (step.type === "wait" && !held.enrollment.isWaiting) {
      const until = new Date(now.getTime() + waitMs(step));
      await updateEnrollment(tx, enrollment.id, { isWaiting: true, nextStepAt: until, heldUntil: null });
      await enqueueAdvance(tx, enrollment.workspaceId, until, now);
      return false;
    }
    let result: StepResult = { error: null };
    if (step.type === "task") {
      const subject = await subjectOf(tx, enrollment, now);
      if (!subject) return false;
      result = await giveTask(tx, enrollment, step, subject, now);
    }
    await goOn(tx, held, step, result, now);
    return true;
  });
}

/** An enrolment by its id, if it is due at a time; null otherwise. */
async function findDue(id: string, now: Date): Promise<SequenceEnrollment | null> {
  const found = await findEnrollmentAtWork(id);
  if (found?.status !== "active" || found.nextStepAt === null || !found.workspace.isActive) return null;
  return found.nextStepAt > now ? null : found;
}

/**
 * Brings an enrolment as far as it can go now: to its next wait or request, or to its end. Safe to repeat and to
 * interrupt anywhere: each step is written down with what it did. A step that fails does not keep the record from the
 * next.
 */
export async function advanceEnrollment(id: string, now: Date): Promise<void> {
  const found = await findDue(id, now);
  if (found) while (await takeStep(found, now));
}

/**
 * Sends the request of an enrolment's current step and continues the enrolment, whatever the result; again after a
 * crash, with the same idempotency key. It is sent only if the sequence's owner may see records now, not when they
 * wrote the steps.
 */
export async function sendStepRequest(id: string, now: Date): Promise<void> {
  const found = await findDue(id, now);
  if (!found) return;
  const step = await transaction(async (tx) => (await lock(tx, found, now))?.step);
  if (step?.type === "http_request" && (await pauseUnpermitted(found, now))) return;
  const result = step?.type === "http_request" ? await sendStep(found, step, now) : null;
  await transaction(async (tx) => {
    const held = await lock(tx, found, now);
    if (!held) return;
    if (step && result && held.step?.id === step.id) await goOn(tx, held, step, result, now);
    else await updateEnrollment(tx, id, { sends: false, heldUntil: null });
    await enqueueAdvance(tx, found.workspaceId, now, now);
  });
}
