import { PageQuery } from "@/lib/http/paging";
import { pageOf } from "@/lib/http/route";
import { workspaceRoute } from "@/lib/http/workspace-route";
import { listBlocked } from "@/lib/projects/requests/block-person";
import { Block } from "@/lib/projects/requests/schema";
import { ProjectParams } from "@/lib/projects/schema";

export const GET = workspaceRoute({
  summary: "Who is blocked from a project's page",
  permission: "can_manage_projects",
  params: ProjectParams,
  query: PageQuery,
  response: pageOf(Block),
  handle: ({ scope, params, query }) => listBlocked(scope, params.project_id, query),
});
