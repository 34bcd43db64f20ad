import { blockPerson, unblockPerson } from "@/lib/projects/requests/block-person";
import { BlockParams } from "@/lib/projects/requests/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const PUT = workspaceRoute({
  summary: "Keep a visitor from taking part in a project's page",
  description: "They can still read it. Nothing that they wrote is hidden by this.",
  permission: "can_manage_projects",
  params: BlockParams,
  errors: ["conflict"],
  handle: ({ scope, params, now }) => blockPerson(scope, params.project_id, params.developer_id, now),
});

export const DELETE = workspaceRoute({
  summary: "Let a blocked visitor take part again",
  permission: "can_manage_projects",
  params: BlockParams,
  handle: ({ scope, params, now }) => unblockPerson(scope, params.project_id, params.developer_id, now),
});
