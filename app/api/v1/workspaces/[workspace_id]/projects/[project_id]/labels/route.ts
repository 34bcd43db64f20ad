import { z } from "zod";
import { ProjectParams } from "@/lib/projects/schema";
import { listTaskLabels } from "@/lib/projects/tasks/list-labels";
import { TaskLabel } from "@/lib/projects/tasks/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Labels of a project's newest tasks, the most used first",
  permission: "can_view_projects",
  params: ProjectParams,
  response: z.array(TaskLabel),
  handle: ({ scope, params }) => listTaskLabels(scope, params.project_id),
});
