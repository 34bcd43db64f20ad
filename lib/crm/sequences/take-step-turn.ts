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
import { claimEnrollment, deferEnrollment } from "@/lib/crm/sequences/store";
import type { Outcome } from "@/lib/jobs/define-job";
import { takeTurn } from "@/lib/jobs/take-turn";
import { log } from "@/lib/platform/log";

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** Brings a workspace's next enrolment further. One that can't go on now keeps no other one waiting. */
async function doNextStep(workspaceId: string, sends: boolean, at: Date): Promise<boolean> {
  const heldUntil = later(at, sends ? STEP_REQUEST_HELD_MS : STEP_HELD_MS);
  const enrollment = await claimEnrollment(workspaceId, sends, at, heldUntil);
  if (!enrollment) return false;
  try {
    await (sends ? sendStepRequest : advanceEnrollment)(enrollment.id, at);
  } catch (error) {
    log.error({ err: error, enrollment_id: enrollment.id, workspace_id: workspaceId }, "a step failed");
    const lateMs = at.getTime() - enrollment.nextStepAt.getTime();
    const waitMs = Math.min(Math.max(lateMs, STEP_RETRY_MS_MIN), STEP_RETRY_MS_MAX);
    await deferEnrollment(enrollment.id, later(at, waitMs));
  }
  return true;
}

/** Brings a workspace's due enrolments further, one after the other, for one turn. */
export async function takeStepTurn(workspaceId: string, now: Date): Promise<Outcome> {
  return takeTurn(now, STEP_TURN_MS, (at) => doNextStep(workspaceId, false, at));
}

/** Sends the requests of a workspace's enrolments for one turn, if it has a place left. */
export async function takeStepRequestTurn(workspaceId: string, now: Date): Promise<Outcome> {
  return inRequestPlace(workspaceId, now, () =>
    takeTurn(now, STEP_REQUEST_TURN_MS, (at) => doNextStep(workspaceId, true, at)),
  );
}
