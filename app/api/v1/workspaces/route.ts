import { bearerRoute } from "@/lib/routes/bearer-route";
import { pageOf } from "@/lib/routes/route";
import { createWorkspace } from "@/lib/workspaces/create-workspace";
import { listOwnWorkspaces } from "@/lib/workspaces/members/list-own-workspaces";
import { OwnWorkspace, OwnWorkspaceQuery } from "@/lib/workspaces/members/schema";
import { CreateWorkspace, Workspace } from "@/lib/workspaces/schema";

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
  query: OwnWorkspaceQuery,
  response: pageOf(OwnWorkspace),
  handle: ({ actor, query }) => listOwnWorkspaces(actor, query),
});
