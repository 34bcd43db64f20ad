import { getEnrollment } from "@/lib/crm/sequences/list-enrollments";
import { Enrollment, EnrollmentDetail, EnrollmentParams, UpdateEnrollment } from "@/lib/crm/sequences/schema";
import { updateEnrollment } from "@/lib/crm/sequences/update-enrollment";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "One enrolment with its completed steps",
  permission: "can_view_crm",
  params: EnrollmentParams,
  response: EnrollmentDetail,
  handle: ({ scope, params }) => getEnrollment(scope, params.sequence_id, params.enrollment_id),
});

export const PATCH = workspaceRoute({
  summary: "Pause or resume an enrolment",
  permission: "can_edit_records",
  params: EnrollmentParams,
  body: UpdateEnrollment,
  response: Enrollment,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) =>
    updateEnrollment(scope, params.sequence_id, params.enrollment_id, body, now),
});
