import { createCrmTask } from "@/lib/crm/tasks/create-task";
import { listCrmTasks } from "@/lib/crm/tasks/list-tasks";
import { CreateCrmTask, CrmTask, CrmTaskQuery } from "@/lib/crm/tasks/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Tasks about records, newest first",
  permission: "can_view_crm",
  query: CrmTaskQuery,
  response: pageOf(CrmTask),
  handle: ({ scope, query }) => listCrmTasks(scope, query),
});

export const POST = workspaceRoute({
  summary: "Create a task about a record",
  permission: "can_edit_records",
  body: CreateCrmTask,
  response: CrmTask,
  status: 201,
  handle: ({ scope, body, now }) => createCrmTask(scope, body, now),
});
