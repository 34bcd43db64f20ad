import { getRun } from "@/lib/crm/automations/list-runs";
import { AutomationRunDetail, RunParams } from "@/lib/crm/automations/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "One run with its log, action by action",
  permission: "can_view_crm",
  params: RunParams,
  response: AutomationRunDetail,
  handle: ({ scope, params }) => getRun(scope, params.automation_id, params.run_id),
});
