import type { WorkspaceScope } from "@/lib/access/authorise";
import { getSequence } from "@/lib/crm/sequences/get-sequence";
import { presentEnrollment, presentEnrollmentDetail } from "@/lib/crm/sequences/present";
import type { Enrollment, EnrollmentDetail, EnrollmentQuery } from "@/lib/crm/sequences/schema";
import { findEnrollment, listEnrollmentRows } from "@/lib/crm/sequences/store";
import { orNotFound } from "@/lib/http/app-error";
import { type Page, readPage } from "@/lib/http/paging";
import { db } from "@/lib/platform/database";

/** A page of enrolments, newest first: in all sequences of the workspace, or in one. @throws AppError not_found */
export async function listEnrollments(
  scope: WorkspaceScope,
  sequenceId: string | undefined,
  { status, record_id: recordId, since, has_failed_steps: hasFailedSteps, ...page }: EnrollmentQuery,
): Promise<Page<Enrollment>> {
  if (sequenceId !== undefined) await getSequence(scope, sequenceId);
  const filters = {
    sequenceId,
    recordId,
    status,
    since: since ? new Date(since) : undefined,
    hasFailedSteps,
  };
  return readPage(page, (slice) => listEnrollmentRows(scope, filters, slice), presentEnrollment);
}

/** One enrolment with the steps that were done. @throws AppError not_found */
export async function getEnrollment(
  scope: WorkspaceScope,
  sequenceId: string,
  enrollmentId: string,
): Promise<EnrollmentDetail> {
  await getSequence(scope, sequenceId);
  return presentEnrollmentDetail(
    orNotFound(await findEnrollment(db(), scope, sequenceId, enrollmentId), "Enrollment"),
  );
}
