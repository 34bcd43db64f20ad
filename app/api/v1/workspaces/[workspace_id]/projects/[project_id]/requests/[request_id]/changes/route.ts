import { z } from "zod";
import { listStaffStatusChanges } from "@/lib/projects/requests/list-status-changes";
import { RequestParams, StaffStatusChange } from "@/lib/projects/requests/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "History of a request's status, oldest first",
  permission: "can_view_projects",
  params: RequestParams,
  response: z.array(StaffStatusChange),
  handle: ({ scope, params }) => listStaffStatusChanges(scope, params.project_id, params.request_id),
});
