import { WorkspaceParams } from "@/lib/http/fields";
import { workspaceRoute } from "@/lib/routes/workspace-route";
import { Retention, RetentionChange } from "@/lib/tracker/retention/schema";
import { getRetention, setRetention } from "@/lib/tracker/retention/workspace-retention";

export const GET = workspaceRoute({
  summary: "How long a workspace keeps what its members' devices sent",
  description:
    "Days of UTC for samples; what is older is deleted within some hours. Every member may see it.",
  reach: "workspace",
  params: WorkspaceParams,
  response: Retention,
  handle: ({ scope }) => getRetention(scope),
});

export const PATCH = workspaceRoute({
  summary: "Keep what members' devices sent for another time",
  description:
    "Shorter with can_manage_tracker, longer for owners alone. Everybody with a device there is told.",
  permission: "can_manage_tracker",
  params: WorkspaceParams,
  body: RetentionChange,
  response: Retention,
  handle: ({ scope, body, now }) => setRetention(scope, body, now),
});
