import { retryEnrollment } from "@/lib/crm/sequences/retries/retry-steps";
import { EnrollmentDetail, EnrollmentParams } from "@/lib/crm/sequences/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Try the failed steps of an enrolment again",
  permission: "can_edit_records",
  sees: "can_view_crm",
  params: EnrollmentParams,
  makes: true,
  response: EnrollmentDetail,
  status: 202,
  errors: ["conflict"],
  handle: ({ scope, params, now }) => retryEnrollment(scope, params.sequence_id, params.enrollment_id, now),
});
