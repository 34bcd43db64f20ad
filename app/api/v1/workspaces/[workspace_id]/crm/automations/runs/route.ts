import { listRuns } from "@/lib/crm/automations/list-runs";
import { AutomationRun, WorkspaceRunQuery } from "@/lib/crm/automations/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Runs of all automations, newest first",
  operationId: "crm.automations.runs.listAll",
  permission: "can_view_crm",
  query: WorkspaceRunQuery,
  response: pageOf(AutomationRun),
  errors: ["not_found"],
  handle: ({ scope, query: { automation_id, ...query } }) => listRuns(scope, automation_id, query),
});
