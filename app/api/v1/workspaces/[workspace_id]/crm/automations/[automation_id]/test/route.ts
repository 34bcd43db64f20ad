import { AutomationParams, AutomationTest, TestAutomation } from "@/lib/crm/automations/schema";
import { testAutomation } from "@/lib/crm/automations/test-automation";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Show what an automation would do, without doing it",
  permission: "can_manage_automations",
  params: AutomationParams,
  body: TestAutomation,
  response: AutomationTest,
  handle: ({ scope, params, body, now }) => testAutomation(scope, params.automation_id, body, now),
});
