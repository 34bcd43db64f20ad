import { createAutomation } from "@/lib/crm/automations/create-automation";
import { listAutomations } from "@/lib/crm/automations/list-automations";
import { Automation, AutomationQuery, CreateAutomation } from "@/lib/crm/automations/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Automations, newest first",
  permission: "can_view_crm",
  query: AutomationQuery,
  response: pageOf(Automation),
  handle: ({ scope, query, now }) => listAutomations(scope, query, now),
});

export const POST = workspaceRoute({
  summary: "Create an automation",
  description:
    "Texts of actions may hold placeholders: `{{record.name}}`, `{{old.stage}}` (the value before an update), `{{form.email}}`, `{{record_id}}`, `{{object}}`. Actions that change records need `can_edit_records` too.",
  permission: "can_manage_automations",
  body: CreateAutomation,
  response: Automation,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, body, now }) => createAutomation(scope, body, now),
});
