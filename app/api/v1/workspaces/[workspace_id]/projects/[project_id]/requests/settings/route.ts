import { getPageSettings, updatePageSettings } from "@/lib/projects/requests/page-settings";
import { PageSettings, UpdatePageSettings } from "@/lib/projects/requests/schema";
import { ProjectParams } from "@/lib/projects/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "How a project's public page behaves",
  permission: "can_view_projects",
  params: ProjectParams,
  response: PageSettings,
  handle: ({ scope, params }) => getPageSettings(scope, params.project_id),
});

export const PATCH = workspaceRoute({
  summary: "Change how a project's public page behaves",
  permission: "can_manage_projects",
  params: ProjectParams,
  body: UpdatePageSettings,
  response: PageSettings,
  handle: ({ scope, params, body, now }) => updatePageSettings(scope, params.project_id, body, now),
});
