import { workspaceRoute } from "@/lib/routes/workspace-route";
import { pauseCapture } from "@/lib/tracker/config/pause-capture";
import { PauseCapture, PausedCapture } from "@/lib/tracker/config/schema";

export const POST = workspaceRoute({
  summary: "Pause or resume what is captured: everything, a project, or some devices",
  description:
    "Pauses are independent: resuming a project ends its own pause, but not the workspace's or one that a person " +
    "set. Samples taken meanwhile are refused as `not_captured`, whenever they arrive.",
  permission: "can_manage_tracker",
  body: PauseCapture,
  response: PausedCapture,
  errors: ["not_found"],
  handle: ({ scope, body, now }) => pauseCapture(scope, body, now),
});
