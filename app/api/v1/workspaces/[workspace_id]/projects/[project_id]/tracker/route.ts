import { workspaceRoute } from "@/lib/routes/workspace-route";
import { getProjectTracker } from "@/lib/tracker/config/get-project-tracker";
import { ProjectTracker, ProjectTrackerParams, SetProjectTracker } from "@/lib/tracker/config/schema";
import { setProjectTracker } from "@/lib/tracker/config/set-project-tracker";

export const GET = workspaceRoute({
  summary: "Whether and how a project's devices capture",
  permission: "can_manage_tracker",
  params: ProjectTrackerParams,
  response: ProjectTracker,
  errors: ["not_found"],
  handle: ({ scope, params, now }) => getProjectTracker(scope, params.project_id, now),
});

export const PUT = workspaceRoute({
  summary: "Set whether and how a project's devices capture",
  description:
    "Devices fetch it with their next heartbeat. Exclusions and pauses apply at once, also to samples that arrive " +
    "later. Screenshots begin 24 hours after each person with a device there was notified.",
  permission: "can_manage_tracker",
  params: ProjectTrackerParams,
  body: SetProjectTracker,
  response: ProjectTracker,
  errors: ["not_found"],
  handle: ({ scope, params, body, now }) => setProjectTracker(scope, params.project_id, body, now),
});
