import { workspaceRoute } from "@/lib/routes/workspace-route";
import { getBilling } from "@/lib/workspaces/plans/get-billing";
import { Billing } from "@/lib/workspaces/plans/schema";

export const GET = workspaceRoute({
  summary: "The plan of a workspace and how much of it is used",
  permission: "can_view_billing",
  response: Billing,
  handle: ({ scope, now }) => getBilling(scope, now),
});
