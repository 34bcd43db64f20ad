import { getFirstSteps } from "@/lib/first-run/steps/get-first-steps";
import { FirstSteps } from "@/lib/first-run/steps/schema";
import { WorkspaceParams } from "@/lib/http/fields";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "What to begin with in a workspace, and what of it is done",
  description:
    "One step an area: those that you may take and that this installation can do. Sample data counts for none.",
  reach: "workspace",
  params: WorkspaceParams,
  response: FirstSteps,
  handle: ({ scope, now }) => getFirstSteps(scope, now),
});
