import { Explanation } from "@/lib/access/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { explainMember } from "@/lib/workspaces/members/explain-member";
import { MemberParams } from "@/lib/workspaces/members/schema";

export const GET = workspaceRoute({
  summary: "What a member may do, and why",
  permission: "can_view_roles",
  params: MemberParams,
  response: Explanation,
  errors: ["not_found"],
  handle: ({ scope, params }) => explainMember(scope, params.developer_id),
});
