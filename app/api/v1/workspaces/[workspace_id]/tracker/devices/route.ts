import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { listWorkspaceDevices } from "@/lib/tracker/config/list-workspace-devices";
import { WorkspaceDevice, WorkspaceDeviceQuery } from "@/lib/tracker/config/schema";

export const GET = workspaceRoute({
  summary: "The devices that record time in a workspace, newest first",
  operationId: "tracker.workspaceDevices.list",
  permission: "can_manage_tracker",
  query: WorkspaceDeviceQuery,
  response: pageOf(WorkspaceDevice),
  handle: ({ scope, query, now }) => listWorkspaceDevices(scope, query, now),
});
