import { ProjectParams } from "@/lib/projects/schema";
import { changeTasks } from "@/lib/projects/tasks/change-tasks";
import { createTask } from "@/lib/projects/tasks/create-task";
import { listTasks } from "@/lib/projects/tasks/list-tasks";
import { ChangeTasks, CreateTask, Task, TaskQuery, TasksResult } from "@/lib/projects/tasks/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Tasks of a project, newest first",
  permission: "can_view_projects",
  params: ProjectParams,
  query: TaskQuery,
  response: pageOf(Task),
  handle: ({ scope, params, query }) => listTasks(scope, params.project_id, query),
});

export const POST = workspaceRoute({
  summary: "Create a task at the end of its column",
  permission: "can_edit_tasks",
  params: ProjectParams,
  body: CreateTask,
  response: Task,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => createTask(scope, params.project_id, body, now),
});

export const PATCH = workspaceRoute({
  summary: "Change a selection of tasks, all of them or none",
  operationId: "projects.tasks.updateMany",
  permission: "can_edit_tasks",
  params: ProjectParams,
  body: ChangeTasks,
  response: TasksResult,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => changeTasks(scope, params.project_id, body, now),
});
