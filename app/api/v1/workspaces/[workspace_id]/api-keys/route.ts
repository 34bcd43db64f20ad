import { PageQuery } from "@/lib/http/paging";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { createWorkspaceKey } from "@/lib/tokens/workspace-keys/create-workspace-key";
import { listWorkspaceKeys } from "@/lib/tokens/workspace-keys/list-workspace-keys";
import { CreateWorkspaceKey, NewWorkspaceKey, WorkspaceKey } from "@/lib/tokens/workspace-keys/schema";

export const GET = workspaceRoute({
  summary: "API keys of a workspace, newest first, by prefix only",
  permission: "can_manage_integrations",
  query: PageQuery,
  response: pageOf(WorkspaceKey),
  handle: ({ scope, query }) => listWorkspaceKeys(scope, query),
});

export const POST = workspaceRoute({
  summary: "Create an API key; only this answer contains it",
  description: "A key can only add product events to this workspace, so it is safe in a public page.",
  permission: "can_manage_integrations",
  body: CreateWorkspaceKey,
  response: NewWorkspaceKey,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, body, now }) => createWorkspaceKey(scope, body, now),
});
