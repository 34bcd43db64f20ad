import { moveTask } from "@/lib/projects/tasks/move-task";
import { MoveTask, Task, TaskParams } from "@/lib/projects/tasks/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Move a task on the board",
  description:
    "Right before `before_id` or right after `after_id`, which stand in the column `status`; without either to the column's end. A neighbour that has left the column meanwhile answers 409: read the board again.",
  permission: "can_edit_tasks",
  params: TaskParams,
  body: MoveTask,
  response: Task,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) => moveTask(scope, params.project_id, params.task_ref, body, now),
});
