import { TaskActivity, TaskCommentBody } from "@/lib/projects/tasks/activity/schema";
import { addTaskComment } from "@/lib/projects/tasks/activity/write-comment";
import { TaskParams } from "@/lib/projects/tasks/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Comment on a task",
  description: "Comments are read with the changes of the task, under `activity`.",
  permission: "can_edit_tasks",
  params: TaskParams,
  body: TaskCommentBody,
  response: TaskActivity,
  status: 201,
  errors: ["conflict"],
  handle: ({ scope, params, body, now }) =>
    addTaskComment(scope, params.project_id, params.task_ref, body, now),
});
