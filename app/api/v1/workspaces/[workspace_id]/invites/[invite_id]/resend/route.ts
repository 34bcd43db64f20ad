import { workspaceRoute } from "@/lib/routes/workspace-route";
import { resendInvite } from "@/lib/workspaces/invites/resend-invite";
import { InviteParams, NewInvite } from "@/lib/workspaces/invites/schema";

export const POST = workspaceRoute({
  summary: "Give an invite a new link and seven more days",
  permission: "can_invite_members",
  params: InviteParams,
  makes: true,
  response: NewInvite,
  errors: ["not_found", "gone", "conflict", "payment_required", "too_many_requests"],
  handle: ({ scope, params, now }) => resendInvite(scope, params.invite_id, now),
});
