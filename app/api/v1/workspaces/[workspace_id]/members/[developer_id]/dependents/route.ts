import { workspaceRoute } from "@/lib/routes/workspace-route";
import { getDependents } from "@/lib/workspaces/members/get-dependents";
import { Dependents, MemberParams } from "@/lib/workspaces/members/schema";

export const GET = workspaceRoute({
  summary: "What stops or changes hands when a member goes",
  description:
    "For someone else it needs can_manage_members. Names and addresses of what you may not see are empty.",
  reach: "workspace",
  params: MemberParams,
  response: Dependents,
  errors: ["not_found"],
  handle: ({ scope, params, now }) => getDependents(scope, params.developer_id, now),
});
