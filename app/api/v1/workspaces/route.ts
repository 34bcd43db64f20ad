import { bearerRoute } from "@/lib/routes/bearer-route";
import { pageOf } from "@/lib/routes/route";
import { createWorkspace } from "@/lib/workspaces/create-workspace";
import { listWorkspaces } from "@/lib/workspaces/list-workspaces";
import { CreateWorkspace, Workspace, WorkspaceQuery } from "@/lib/workspaces/schema";

export const POST = bearerRoute({
  summary: "Create a workspace and become its owner",
  reach: "personal",
  body: CreateWorkspace,
  response: Workspace,
  status: 201,
  errors: ["conflict", "forbidden"],
  handle: ({ actor, body, now }) => createWorkspace(actor, body, now),
});

export const GET = bearerRoute({
  summary: "Workspaces you belong to, newest first",
  description: "Those in which you are an active member.",
  reach: "anyone",
  query: WorkspaceQuery,
  response: pageOf(Workspace),
  handle: ({ actor, query }) => listWorkspaces(actor, query),
});
