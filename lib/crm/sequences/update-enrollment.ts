import type { WorkspaceScope } from "@/lib/access/authorise";
import { enqueueAdvance, enqueueStepRequests } from "@/lib/crm/sequences/enqueue-advance";
import { exitEnrollments } from "@/lib/crm/sequences/exit-enrollments";
import { presentEnrollment } from "@/lib/crm/sequences/present";
import type { Enrollment, UpdateEnrollment } from "@/lib/crm/sequences/schema";
import {
  type EnrollmentRow,
  findEnrollment,
  findSequence,
  lockEnrollment,
  updateEnrollment as updateRow,
} from "@/lib/crm/sequences/store";
import { AppError, orNotFound } from "@/lib/http/app-error";
import { type Db, transaction } from "@/lib/platform/database";

async function getRow(tx: Db, scope: WorkspaceScope, sequenceId: string, id: string): Promise<EnrollmentRow> {
  if (!(await findSequence(tx, scope, sequenceId))) throw new AppError("not_found", "Sequence not found");
  return orNotFound(await findEnrollment(tx, scope, sequenceId, id), "Enrollment");
}

/** Locks an open enrolment. @throws AppError not_found, conflict once it has ended */
async function lockOpen(tx: Db, scope: WorkspaceScope, sequenceId: string, id: string) {
  await getRow(tx, scope, sequenceId, id);
  const row = await lockEnrollment(tx, id);
  if (!row?.isOpen) throw new AppError("conflict", "The record has left this sequence");
  return row;
}

/**
 * Pauses one enrolment, or lets it go on: what became due meanwhile is done at once.
 * @throws AppError not_found, conflict once it has ended
 */
export async function updateEnrollment(
  scope: WorkspaceScope,
  sequenceId: string,
  enrollmentId: string,
  { status }: UpdateEnrollment,
  now: Date,
): Promise<Enrollment> {
  return transaction(async (tx) => {
    const row = await lockOpen(tx, scope, sequenceId, enrollmentId);
    await updateRow(tx, enrollmentId, { status });
    if (status === "active") {
      const { workspaceId } = scope;
      await (row.sends
        ? enqueueStepRequests(tx, workspaceId, now)
        : enqueueAdvance(tx, workspaceId, row.nextStepAt ?? now, now));
    }
    return presentEnrollment(await getRow(tx, scope, sequenceId, enrollmentId));
  });
}

/** Takes a record out of a sequence. @throws AppError not_found, conflict once it has left */
export async function exitEnrollment(
  scope: WorkspaceScope,
  sequenceId: string,
  enrollmentId: string,
  now: Date,
): Promise<Enrollment> {
  return transaction(async (tx) => {
    await lockOpen(tx, scope, sequenceId, enrollmentId);
    await exitEnrollments(tx, scope.workspaceId, { enrollmentId }, "manual", now);
    return presentEnrollment(await getRow(tx, scope, sequenceId, enrollmentId));
  });
}
