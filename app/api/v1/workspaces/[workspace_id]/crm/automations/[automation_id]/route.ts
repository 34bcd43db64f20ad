import { deleteAutomation } from "@/lib/crm/automations/delete-automation";
import { getAutomation } from "@/lib/crm/automations/get-automation";
import { Automation, AutomationParams, UpdateAutomation } from "@/lib/crm/automations/schema";
import { updateAutomation } from "@/lib/crm/automations/update-automation";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "One automation",
  permission: "can_view_crm",
  params: AutomationParams,
  response: Automation,
  handle: ({ scope, params, now }) => getAutomation(scope, params.automation_id, now),
});

export const PATCH = workspaceRoute({
  summary: "Change an automation, or switch it on and off",
  permission: "can_manage_automations",
  params: AutomationParams,
  body: UpdateAutomation,
  response: Automation,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => updateAutomation(scope, params.automation_id, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Delete an automation with its runs",
  permission: "can_manage_automations",
  params: AutomationParams,
  handle: ({ scope, params, now }) => deleteAutomation(scope, params.automation_id, now),
});
