import { listNotifications } from "@/lib/notifications/list-notifications";
import { Notification, NotificationQuery } from "@/lib/notifications/schema";
import { pageOf } from "@/lib/routes/route";
import { workspaceRoute } from "@/lib/routes/workspace-route";

export const GET = workspaceRoute({
  summary: "Your own notifications, newest first",
  reach: "personal",
  query: NotificationQuery,
  response: pageOf(Notification),
  handle: ({ scope, query }) => listNotifications(scope, query),
});
