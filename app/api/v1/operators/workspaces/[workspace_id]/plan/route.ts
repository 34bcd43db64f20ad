import { OperatorWorkspace, OperatorWorkspaceParams, SetPlan } from "@/lib/operators/schema";
import { setWorkspacePlan } from "@/lib/operators/set-workspace-plan";
import { operatorRoute } from "@/lib/routes/operator-route";

export const PUT = operatorRoute({
  summary: "Put a workspace on a plan, or leave it to payments and the default again",
  params: OperatorWorkspaceParams,
  body: SetPlan,
  response: OperatorWorkspace,
  handle: ({ operator, params, body, now }) => setWorkspacePlan(operator, params.workspace_id, body, now),
});
