import { moderateComment } from "@/lib/projects/requests/moderate-comment";
import { CommentParams, StaffComment, UpdateComment } from "@/lib/projects/requests/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const PATCH = workspaceRoute({
  summary: "Hide, show or approve a comment",
  permission: "can_manage_projects",
  sees: "can_view_projects",
  params: CommentParams,
  body: UpdateComment,
  response: StaffComment,
  handle: ({ scope, params, body, now }) => moderateComment(scope, params, body, now),
});
