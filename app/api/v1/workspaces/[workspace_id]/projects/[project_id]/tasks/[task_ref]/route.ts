import { deleteTask } from "@/lib/projects/tasks/delete-task";
import { getTask } from "@/lib/projects/tasks/get-task";
import { StaleTask, Task, TaskParams, UpdateTask } from "@/lib/projects/tasks/schema";
import { updateTask } from "@/lib/projects/tasks/update-task";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "One task, by its number or id",
  permission: "can_view_projects",
  params: TaskParams,
  response: Task,
  handle: ({ scope, params }) => getTask(scope, params.project_id, params.task_ref),
});

export const PATCH = workspaceRoute({
  summary: "Change a task",
  permission: "can_edit_tasks",
  params: TaskParams,
  body: UpdateTask,
  response: Task,
  errors: ["conflict"],
  errorFields: { conflict: StaleTask },
  handle: ({ scope, params, body, now }) => updateTask(scope, params.project_id, params.task_ref, body, now),
});

export const DELETE = workspaceRoute({
  summary: "Delete a task for good",
  permission: "can_edit_tasks",
  params: TaskParams,
  errors: ["conflict"],
  handle: ({ scope, params, now }) => deleteTask(scope, params.project_id, params.task_ref, now),
});
