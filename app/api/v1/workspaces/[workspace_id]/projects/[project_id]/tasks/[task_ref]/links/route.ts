import { PageQuery } from "@/lib/http/paging";
import { listTaskLinks } from "@/lib/projects/tasks/links/list-task-links";
import { TaskLink } from "@/lib/projects/tasks/links/schema";
import { TaskParams } from "@/lib/projects/tasks/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Commits, pull requests and issues that name a task, newest first",
  permission: "can_view_projects",
  params: TaskParams,
  query: PageQuery,
  response: pageOf(TaskLink),
  errors: ["not_found"],
  handle: ({ scope, params, query }) => listTaskLinks(scope, params.project_id, params.task_ref, query),
});
