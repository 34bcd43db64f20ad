import { CrmTask, CrmTaskParams, UpdateCrmTask } from "@/lib/crm/tasks/schema";
import { updateCrmTask } from "@/lib/crm/tasks/update-task";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const PATCH = workspaceRoute({
  summary: "Change a task about a record, or tick it off",
  permission: "can_edit_records",
  params: CrmTaskParams,
  body: UpdateCrmTask,
  response: CrmTask,
  handle: ({ scope, params, body, now }) => updateCrmTask(scope, params.task_id, body, now),
});
