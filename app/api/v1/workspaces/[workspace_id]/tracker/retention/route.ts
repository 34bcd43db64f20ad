import { workspaceRoute } from "@/lib/routes/workspace-route";
import { Retention, RetentionChange } from "@/lib/tracker/retention/schema";
import { getRetention, setRetention } from "@/lib/tracker/retention/workspace-retention";

export const GET = workspaceRoute({
  summary: "How long a workspace keeps what its members' devices send",
  description: "Samples are kept by UTC days; older data is deleted within hours. Every member may see it.",
  reach: "workspace",
  response: Retention,
  handle: ({ scope }) => getRetention(scope),
});

export const PATCH = workspaceRoute({
  summary: "Change how long a workspace keeps what its members' devices send",
  description:
    "Shortening needs can_manage_tracker; only owners can extend it. Everybody with a device there is notified.",
  permission: "can_manage_tracker",
  body: RetentionChange,
  response: Retention,
  handle: ({ scope, body, now }) => setRetention(scope, body, now),
});
