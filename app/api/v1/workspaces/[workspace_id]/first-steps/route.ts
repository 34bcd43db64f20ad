import { getFirstSteps } from "@/lib/first-run/steps/get-first-steps";
import { FirstSteps } from "@/lib/first-run/steps/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "First steps in a workspace, and which are done",
  description:
    "One step per area, if you have the permission and this installation supports it. Sample data doesn't count.",
  reach: "workspace",
  response: FirstSteps,
  handle: ({ scope, now }) => getFirstSteps(scope, now),
});
