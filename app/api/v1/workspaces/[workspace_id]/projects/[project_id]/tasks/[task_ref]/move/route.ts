import { moveTask } from "@/lib/projects/tasks/move-task";
import { MoveTask, Task, TaskParams } from "@/lib/projects/tasks/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Move a task on the board",
  description:
    "Places it right before `before_id` or right after `after_id`, which must be in the column `status`; without either, at the end of the column. If that task has left the column, the answer is 409: reload the board.",
  permission: "can_edit_tasks",
  params: TaskParams,
  body: MoveTask,
  response: Task,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => moveTask(scope, params.project_id, params.task_ref, body, now),
});
