import { workspaceRoute } from "@/lib/routes/workspace-route";
import { UpdateWorkspaceDevice, WorkspaceDevice, WorkspaceDeviceParams } from "@/lib/tracker/config/schema";
import { updateWorkspaceDevice } from "@/lib/tracker/config/update-workspace-device";

export const PATCH = workspaceRoute({
  summary: "Set how one device captures, pause or resume it",
  operationId: "tracker.workspaceDevices.update",
  permission: "can_manage_tracker",
  params: WorkspaceDeviceParams,
  body: UpdateWorkspaceDevice,
  response: WorkspaceDevice,
  errors: ["not_found"],
  handle: ({ scope, params, body, now }) => updateWorkspaceDevice(scope, params.device_id, body, now),
});
