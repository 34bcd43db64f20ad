import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { AppError } from "@/lib/http/app-error";
import { mintConnectToken } from "@/lib/inbound/chat/rules";
import type { ChatTeam, ConnectCommand } from "@/lib/inbound/chat/schema";
import { deleteTeam, listTeams } from "@/lib/inbound/chat/store";
import { deriveSecret } from "@/lib/platform/crypto";
import { transaction } from "@/lib/platform/database";

/** What the secret behind connect tokens is derived for. */
export const CONNECT_PURPOSE = "chat-connect";

/** A command that connects the chat team in which it is given to the workspace, for half an hour and while its actor may. */
export async function makeConnectCommand(scope: WorkspaceScope, now: Date): Promise<ConnectCommand> {
  const { workspaceId, actor } = scope;
  const connecting = { workspaceId, developerId: actor.developerId };
  const { token, expiresAt } = mintConnectToken(deriveSecret(CONNECT_PURPOSE), connecting, now);
  return { command: `/connect ${token}`, expires_at: expiresAt.toISOString() };
}

/** The chat teams that are connected to the workspace, oldest first. */
export async function listChatTeams(scope: WorkspaceScope): Promise<ChatTeam[]> {
  const rows = await listTeams(scope);
  return rows.map(({ id, name, connectedAt }) => ({ id, name, connected_at: connectedAt.toISOString() }));
}

/** Disconnects a chat team: nothing that is written in it is heard any more. @throws AppError not_found */
export async function disconnectChatTeam(scope: WorkspaceScope, teamId: string, now: Date): Promise<void> {
  await transaction(async (tx) => {
    if (!(await deleteTeam(tx, scope, teamId))) throw new AppError("not_found", "Chat team not found");
    const target = { type: "chat_team", id: teamId };
    await recordAudit(tx, scope, { action: "chat_team.disconnected", target }, now);
  });
}
