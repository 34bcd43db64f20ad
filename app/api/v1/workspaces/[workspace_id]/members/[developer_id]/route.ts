import { workspaceRoute } from "@/lib/routes/workspace-route";
import { getMember } from "@/lib/workspaces/members/get-member";
import { removeMember } from "@/lib/workspaces/members/remove-member";
import { Member, MemberParams, UpdateMember } from "@/lib/workspaces/members/schema";
import { updateMember } from "@/lib/workspaces/members/update-member";

export const GET = workspaceRoute({
  summary: "One member of a workspace",
  permission: "can_view_members",
  params: MemberParams,
  response: Member,
  errors: ["not_found"],
  handle: ({ scope, params }) => getMember(scope, params.developer_id),
});

export const PATCH = workspaceRoute({
  summary: "Change a member's role, overrides, apps or status",
  permission: "can_manage_members",
  params: MemberParams,
  body: UpdateMember,
  response: Member,
  errors: ["not_found", "conflict"],
  handle: ({ scope, params, body, now }) => updateMember(scope, params.developer_id, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Remove a member, or leave",
  description: "Removing someone else needs can_manage_members; everyone may leave.",
  reach: "workspace",
  params: MemberParams,
  errors: ["not_found", "conflict"],
  handle: ({ scope, params, now }) => removeMember(scope, params.developer_id, now),
});
