import { z } from "zod";
import { listChatTeams, makeConnectCommand } from "@/lib/inbound/chat/manage-chat-teams";
import { ChatTeam, ConnectCommand } from "@/lib/inbound/chat/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Chat teams that are connected to a workspace",
  permission: "can_manage_integrations",
  response: z.array(ChatTeam),
  handle: ({ scope }) => listChatTeams(scope),
});

export const POST = workspaceRoute({
  summary: "Get a command that connects the chat team in which someone enters it; valid for half an hour",
  operationId: "chatTeams.connect",
  permission: "can_manage_integrations",
  response: ConnectCommand,
  handle: ({ scope, now }) => makeConnectCommand(scope, now),
});
