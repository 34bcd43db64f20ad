import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { listMembers } from "@/lib/workspaces/members/list-members";
import { Member, MemberQuery } from "@/lib/workspaces/members/schema";

export const GET = workspaceRoute({
  summary: "Members of a workspace, longest-standing first",
  permission: "can_view_members",
  query: MemberQuery,
  response: pageOf(Member),
  handle: ({ scope, query }) => listMembers(scope, query),
});
