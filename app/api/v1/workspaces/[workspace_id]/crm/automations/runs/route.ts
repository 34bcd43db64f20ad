import { listRuns } from "@/lib/crm/automations/list-runs";
import { AutomationRun, WorkspaceRunQuery } from "@/lib/crm/automations/schema";
import { pageOf } from "@/lib/http/route";
import { workspaceRoute } from "@/lib/http/workspace-route";
import { WorkspaceParams } from "@/lib/workspaces/schema";

export const GET = workspaceRoute({
  summary: "Runs of all automations, newest first",
  permission: "can_view_crm",
  params: WorkspaceParams,
  query: WorkspaceRunQuery,
  response: pageOf(AutomationRun),
  handle: ({ scope, query: { automation_id, ...query } }) => listRuns(scope, automation_id, query),
});
