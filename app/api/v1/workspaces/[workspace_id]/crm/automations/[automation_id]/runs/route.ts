import { listRuns } from "@/lib/crm/automations/list-runs";
import { AutomationParams, AutomationRun, RunQuery } from "@/lib/crm/automations/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Runs of an automation, newest first",
  permission: "can_view_crm",
  params: AutomationParams,
  query: RunQuery,
  response: pageOf(AutomationRun),
  handle: ({ scope, params, query }) => listRuns(scope, params.automation_id, query),
});
