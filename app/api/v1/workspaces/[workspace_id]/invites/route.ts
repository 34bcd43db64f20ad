import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { createInvite } from "@/lib/workspaces/invites/create-invite";
import { listInvites } from "@/lib/workspaces/invites/list-invites";
import { CreateInvite, Invite, InviteQuery, NewInvite } from "@/lib/workspaces/invites/schema";

export const GET = workspaceRoute({
  summary: "Invites of a workspace, newest first",
  permission: "can_invite_members",
  query: InviteQuery,
  response: pageOf(Invite),
  handle: ({ scope, query, now }) => listInvites(scope, query, now),
});

export const POST = workspaceRoute({
  summary: "Invite an email address; only this answer contains the link",
  permission: "can_invite_members",
  body: CreateInvite,
  response: NewInvite,
  status: 201,
  errors: ["conflict", "payment_required", "too_many_requests"],
  handle: ({ scope, body, now }) => createInvite(scope, body, now),
});
