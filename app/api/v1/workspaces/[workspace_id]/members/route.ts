import { pageOf } from "@/lib/http/route";
import { workspaceRoute } from "@/lib/http/workspace-route";
import { listMembers } from "@/lib/workspaces/members/list-members";
import { Member, MemberQuery } from "@/lib/workspaces/members/schema";
import { WorkspaceParams } from "@/lib/workspaces/schema";

export const GET = workspaceRoute({
  summary: "Members of a workspace, longest first",
  permission: "can_view_members",
  params: WorkspaceParams,
  query: MemberQuery,
  response: pageOf(Member),
  handle: ({ scope, query }) => listMembers(scope, query),
});
