import { PageQuery } from "@/lib/http/paging";
import { listBlocked } from "@/lib/projects/requests/block-person";
import { Block } from "@/lib/projects/requests/schema";
import { ProjectParams } from "@/lib/projects/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Visitors blocked from a project's page",
  permission: "can_manage_projects",
  params: ProjectParams,
  query: PageQuery,
  response: pageOf(Block),
  handle: ({ scope, params, query }) => listBlocked(scope, params.project_id, query),
});
