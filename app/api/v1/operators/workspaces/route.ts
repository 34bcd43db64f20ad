import { listWorkspaces } from "@/lib/operators/list-workspaces";
import { OperatorWorkspace, OperatorWorkspaceQuery } from "@/lib/operators/schema";
import { operatorRoute } from "@/lib/routes/operator-route";
import { pageOf } from "@/lib/routes/route";

export const GET = operatorRoute({
  summary: "All workspaces of the service with their plans, newest first",
  query: OperatorWorkspaceQuery,
  response: pageOf(OperatorWorkspace),
  handle: ({ operator, query }) => listWorkspaces(operator, query),
});
