import { Enrollment, EnrollmentParams } from "@/lib/crm/sequences/schema";
import { exitEnrollment } from "@/lib/crm/sequences/update-enrollment";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Take a record out of a sequence",
  permission: "can_edit_records",
  params: EnrollmentParams,
  response: Enrollment,
  errors: ["conflict"],
  handle: ({ scope, params, now }) => exitEnrollment(scope, params.sequence_id, params.enrollment_id, now),
});
