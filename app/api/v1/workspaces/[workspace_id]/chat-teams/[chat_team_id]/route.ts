import { disconnectChatTeam } from "@/lib/inbound/chat/manage-chat-teams";
import { ChatTeamParams } from "@/lib/inbound/chat/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const DELETE = workspaceRoute({
  summary: "Disconnect a chat team",
  permission: "can_manage_integrations",
  params: ChatTeamParams,
  errors: ["not_found"],
  handle: ({ scope, params, now }) => disconnectChatTeam(scope, params.chat_team_id, now),
});
