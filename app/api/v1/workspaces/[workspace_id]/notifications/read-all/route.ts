import { workspaceRoute } from "@/lib/http/workspace-route";
import { readAllNotifications } from "@/lib/notifications/read-notifications";
import { NotificationsRead } from "@/lib/notifications/schema";
import { WorkspaceParams } from "@/lib/workspaces/schema";

export const POST = workspaceRoute({
  summary: "Mark all of your notifications in this workspace as read",
  reach: "personal",
  params: WorkspaceParams,
  response: NotificationsRead,
  handle: ({ scope, now }) => readAllNotifications(scope, now),
});
