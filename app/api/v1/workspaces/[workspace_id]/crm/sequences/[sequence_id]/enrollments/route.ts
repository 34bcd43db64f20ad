import { enroll } from "@/lib/crm/sequences/enroll";
import { listEnrollments } from "@/lib/crm/sequences/list-enrollments";
import { Enroll, Enrollment, EnrollmentQuery, SequenceParams } from "@/lib/crm/sequences/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Enrolments in a sequence, newest first",
  permission: "can_view_crm",
  params: SequenceParams,
  query: EnrollmentQuery,
  response: pageOf(Enrollment),
  handle: ({ scope, params, query }) => listEnrollments(scope, params.sequence_id, query),
});

export const POST = workspaceRoute({
  summary: "Enrol a record in a sequence",
  permission: "can_edit_records",
  params: SequenceParams,
  body: Enroll,
  response: Enrollment,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => enroll(scope, params.sequence_id, body, now),
});
