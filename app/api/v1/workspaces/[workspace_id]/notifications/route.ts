import { pageOf } from "@/lib/http/route";
import { workspaceRoute } from "@/lib/http/workspace-route";
import { listNotifications } from "@/lib/notifications/list-notifications";
import { Notification, NotificationQuery } from "@/lib/notifications/schema";
import { WorkspaceParams } from "@/lib/workspaces/schema";

export const GET = workspaceRoute({
  summary: "Your own notifications, newest first",
  reach: "personal",
  params: WorkspaceParams,
  query: NotificationQuery,
  response: pageOf(Notification),
  handle: ({ scope, query }) => listNotifications(scope, query),
});
