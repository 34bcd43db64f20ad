import { workspaceRoute } from "@/lib/routes/workspace-route";
import { getMe } from "@/lib/workspaces/members/get-me";
import { Me } from "@/lib/workspaces/members/schema";

export const GET = workspaceRoute({
  summary: "Who you are in a workspace and what you may do there",
  operationId: "workspaces.me.get",
  description: "Your role, your permissions as they are decided now, and the apps that you may open.",
  reach: "anyone",
  response: Me,
  handle: ({ scope }) => getMe(scope),
});
