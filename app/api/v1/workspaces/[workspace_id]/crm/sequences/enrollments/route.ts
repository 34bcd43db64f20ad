import { listEnrollments } from "@/lib/crm/sequences/list-enrollments";
import { Enrollment, WorkspaceEnrollmentQuery } from "@/lib/crm/sequences/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Enrolments in all sequences, newest first",
  operationId: "crm.sequences.enrollments.listAll",
  permission: "can_view_crm",
  query: WorkspaceEnrollmentQuery,
  response: pageOf(Enrollment),
  errors: ["not_found"],
  handle: ({ scope, query: { sequence_id, ...query } }) => listEnrollments(scope, sequence_id, query),
});
