import { ProjectParams } from "@/lib/projects/schema";
import { deleteTasks } from "@/lib/projects/tasks/change-tasks";
import { DeleteTasks, TasksResult } from "@/lib/projects/tasks/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Delete a selection of tasks for good, all of them or none",
  operationId: "projects.tasks.deleteMany",
  permission: "can_edit_tasks",
  params: ProjectParams,
  body: DeleteTasks,
  response: TasksResult,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => deleteTasks(scope, params.project_id, body.task_ids, now),
});
