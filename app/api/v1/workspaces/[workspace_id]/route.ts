import { workspaceRoute } from "@/lib/routes/workspace-route";
import { getWorkspace } from "@/lib/workspaces/get-workspace";
import { UpdateWorkspace, Workspace } from "@/lib/workspaces/schema";
import { updateWorkspace } from "@/lib/workspaces/update-workspace";

export const GET = workspaceRoute({
  summary: "One workspace",
  description: "Its name, settings and state, for every active member.",
  reach: "anyone",
  response: Workspace,
  handle: ({ scope }) => getWorkspace(scope),
});

export const PATCH = workspaceRoute({
  summary: "Change a workspace's name or settings, or restore it",
  description:
    "An owner restores a workspace that is switched off with `is_active: true`; until then every other request to it is refused.",
  permission: "can_manage_settings",
  whenInactive: "owner",
  body: UpdateWorkspace,
  response: Workspace,
  handle: ({ scope, body, now }) => updateWorkspace(scope, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Switch a workspace off",
  description: "For owners. Nothing in it is lost: an owner restores it with `is_active: true`.",
  reach: "personal",
  handle: async ({ scope, now }) => {
    await updateWorkspace(scope, { is_active: false }, now);
  },
});
