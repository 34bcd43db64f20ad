import { retryRun } from "@/lib/crm/automations/retry-run";
import { AutomationRunDetail, RunParams } from "@/lib/crm/automations/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Try a run again that failed or was skipped, from the action that failed",
  permission: "can_manage_automations",
  sees: "can_view_crm",
  params: RunParams,
  makes: true,
  response: AutomationRunDetail,
  status: 202,
  errors: ["not_found", "conflict"],
  handle: ({ scope, params, now }) => retryRun(scope, params.automation_id, params.run_id, now),
});
