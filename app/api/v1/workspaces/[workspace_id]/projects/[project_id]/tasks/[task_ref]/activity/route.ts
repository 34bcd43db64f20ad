import { PageQuery } from "@/lib/http/paging";
import { listTaskActivity } from "@/lib/projects/tasks/activity/list-activity";
import { TaskActivity } from "@/lib/projects/tasks/activity/schema";
import { TaskParams } from "@/lib/projects/tasks/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Comments on a task and changes to it, newest first",
  permission: "can_view_projects",
  params: TaskParams,
  query: PageQuery,
  response: pageOf(TaskActivity),
  handle: ({ scope, params, query }) => listTaskActivity(scope, params.project_id, params.task_ref, query),
});
