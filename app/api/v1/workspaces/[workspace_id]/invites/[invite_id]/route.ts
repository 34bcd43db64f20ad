import { workspaceRoute } from "@/lib/routes/workspace-route";
import { revokeInvite } from "@/lib/workspaces/invites/revoke-invite";
import { InviteParams } from "@/lib/workspaces/invites/schema";

export const DELETE = workspaceRoute({
  summary: "Withdraw an invite",
  permission: "can_invite_members",
  params: InviteParams,
  errors: ["not_found", "gone"],
  handle: ({ scope, params, now }) => revokeInvite(scope, params.invite_id, now),
});
