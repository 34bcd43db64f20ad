import { readNotification } from "@/lib/notifications/read-notifications";
import { Notification, NotificationParams } from "@/lib/notifications/schema";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const POST = workspaceRoute({
  summary: "Mark one of your notifications as read",
  reach: "personal",
  params: NotificationParams,
  response: Notification,
  handle: ({ scope, params, now }) => readNotification(scope, params.notification_id, now),
});
