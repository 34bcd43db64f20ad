import { retryRuns } from "@/lib/crm/automations/retry-run";
import { AutomationParams, RetriedRuns, RetryRuns } from "@/lib/crm/automations/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Try the failed and skipped runs of an automation again",
  description:
    "Each goes on with the action that failed, as the automation is now. Runs that were stopped because automations triggered each other are passed over. A request is sent with the same `Idempotency-Key` as before.",
  permission: "can_manage_automations",
  params: AutomationParams,
  body: RetryRuns,
  makes: true,
  response: RetriedRuns,
  status: 202,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => retryRuns(scope, params.automation_id, body, now),
});
