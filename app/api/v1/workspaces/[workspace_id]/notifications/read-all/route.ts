import { readAllNotifications } from "@/lib/notifications/read-notifications";
import { NotificationsRead } from "@/lib/notifications/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Mark all of your notifications in this workspace as read",
  reach: "personal",
  response: NotificationsRead,
  handle: ({ scope, now }) => readAllNotifications(scope, now),
});
