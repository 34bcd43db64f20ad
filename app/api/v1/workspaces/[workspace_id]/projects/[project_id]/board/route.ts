import { ProjectParams } from "@/lib/projects/schema";
import { getBoard } from "@/lib/projects/tasks/get-board";
import { Board } from "@/lib/projects/tasks/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "A project's board, column by column",
  permission: "can_view_projects",
  params: ProjectParams,
  response: Board,
  handle: ({ scope, params }) => getBoard(scope, params.project_id),
});
