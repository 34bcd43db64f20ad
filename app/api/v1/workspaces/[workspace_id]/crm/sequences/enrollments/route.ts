import { listEnrollments } from "@/lib/crm/sequences/list-enrollments";
import { Enrollment, WorkspaceEnrollmentQuery } from "@/lib/crm/sequences/schema";
import { pageOf } from "@/lib/http/route";
import { workspaceRoute } from "@/lib/http/workspace-route";
import { WorkspaceParams } from "@/lib/workspaces/schema";

export const GET = workspaceRoute({
  summary: "Enrolments in all sequences, newest first",
  permission: "can_view_crm",
  params: WorkspaceParams,
  query: WorkspaceEnrollmentQuery,
  response: pageOf(Enrollment),
  handle: ({ scope, query: { sequence_id, ...query } }) => listEnrollments(scope, sequence_id, query),
});
