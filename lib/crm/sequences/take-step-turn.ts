import { inRequestPlace } from "@/lib/crm/requests/in-request-place";
import { advanceEnrollment, sendStepRequest } from "@/lib/crm/sequences/advance-enrollment";
import {
  STEP_HELD_MS,
  STEP_REQUEST_HELD_MS,
  STEP_REQUEST_TURN_MS,
  STEP_RETRY_MS_MAX,
  STEP_RETRY_MS_MIN,
  STEP_TURN_MS,
} from "@/lib/crm/sequences/limits";
import { redoStep } from "@/lib/crm/sequences/retries/redo-step";
import { claimRetry, deferRetry } from "@/lib/crm/sequences/retries/store";
import { claimEnrollment, deferEnrollment } from "@/lib/crm/sequences/store";
import type { Outcome } from "@/lib/jobs/define-job";
import { takeTurn } from "@/lib/jobs/take-turn";
import { log } from "@/lib/platform/log";

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** How long something that has been due since a time waits after a failure of ours. */
function retryWaitMs(dueAt: Date, at: Date): number {
  return Math.min(Math.max(at.getTime() - dueAt.getTime(), STEP_RETRY_MS_MIN), STEP_RETRY_MS_MAX);
}

/** Brings a workspace's next enrolment further. One that can't go on now keeps no other one waiting. */
async function doNextStep(workspaceId: string, sends: boolean, at: Date): Promise<boolean> {
  const heldUntil = later(at, sends ? STEP_REQUEST_HELD_MS : STEP_HELD_MS);
  const enrollment = await claimEnrollment(workspaceId, sends, at, heldUntil);
  if (!enrollment) return false;
  try {
    await (sends ? sendStepRequest : advanceEnrollment)(enrollment.id, at);
  } catch (error) {
    log.error({ err: error, enrollment_id: enrollment.id, workspace_id: workspaceId }, "a step failed");
    await deferEnrollment(enrollment.id, later(at, retryWaitMs(enrollment.nextStepAt, at)));
  }
  return true;
}

/** Tries one of a workspace's failed steps again that somebody asked for. */
async function redoNextStep(workspaceId: string, at: Date): Promise<boolean> {
  const retry = await claimRetry(workspaceId, at, later(at, STEP_REQUEST_HELD_MS));
  if (!retry) return false;
  try {
    await redoStep(retry, at);
  } catch (error) {
    log.error(
      { err: error, enrollment_id: retry.enrollmentId, workspace_id: workspaceId },
      "a step failed again",
    );
    await deferRetry(retry, later(at, retryWaitMs(retry.askedAt, at)));
  }
  return true;
}

/** Brings a workspace's due enrolments further, one after the other, for one turn. */
export async function takeStepTurn(workspaceId: string, now: Date): Promise<Outcome> {
  return takeTurn(now, STEP_TURN_MS, (at) => doNextStep(workspaceId, false, at));
}

/**
 * Sends the requests of a workspace's enrolments for one turn, if it has a place left: those of records that wait before
 * steps that are tried again.
 */
export async function takeStepRequestTurn(workspaceId: string, now: Date): Promise<Outcome> {
  return inRequestPlace(workspaceId, now, () =>
    takeTurn(
      now,
      STEP_REQUEST_TURN_MS,
      async (at) => (await doNextStep(workspaceId, true, at)) || redoNextStep(workspaceId, at),
    ),
  );
}
