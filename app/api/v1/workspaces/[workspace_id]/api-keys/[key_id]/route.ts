import { workspaceRoute } from "@/lib/routes/workspace-route";
import { deleteWorkspaceKey } from "@/lib/tokens/workspace-keys/delete-workspace-key";
import { WorkspaceKeyParams } from "@/lib/tokens/workspace-keys/schema";

export const DELETE = workspaceRoute({
  summary: "Revoke an API key permanently",
  permission: "can_manage_integrations",
  params: WorkspaceKeyParams,
  errors: ["not_found"],
  handle: ({ scope, params, now }) => deleteWorkspaceKey(scope, params.key_id, now),
});
