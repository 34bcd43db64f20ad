import { TaskActivity, TaskCommentBody, TaskCommentParams } from "@/lib/projects/tasks/activity/schema";
import { deleteTaskComment, editTaskComment } from "@/lib/projects/tasks/activity/write-comment";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const PATCH = workspaceRoute({
  summary: "Edit your own comment on a task",
  permission: "can_edit_tasks",
  params: TaskCommentParams,
  body: TaskCommentBody,
  response: TaskActivity,
  errors: ["conflict"],
  handle: ({ scope, params: { project_id, task_ref, task_comment_id }, body, now }) =>
    editTaskComment(scope, [project_id, task_ref, task_comment_id], body, now),
});

export const DELETE = workspaceRoute({
  summary: "Delete a comment on a task for good",
  description: "Your own, or anybody's with `can_manage_projects`.",
  permission: "can_edit_tasks",
  params: TaskCommentParams,
  errors: ["conflict"],
  handle: ({ scope, params: { project_id, task_ref, task_comment_id } }) =>
    deleteTaskComment(scope, [project_id, task_ref, task_comment_id]),
});
