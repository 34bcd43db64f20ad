import type { WorkspaceScope } from "@/lib/access/authorise";
import { byCreation, type Page, readCursor, toPage } from "@/lib/http/paging";
import { presentNotification } from "@/lib/notifications/present";
import type { Notification, NotificationQuery } from "@/lib/notifications/schema";
import { listNotificationRows } from "@/lib/notifications/store";

/** A page of the actor's own notifications, newest first. */
export async function listNotifications(
  scope: WorkspaceScope,
  { unread, limit, cursor }: NotificationQuery,
): Promise<Page<Notification>> {
  const rows = await listNotificationRows(scope, { unread: unread ?? false }, limit + 1, readCursor(cursor));
  return toPage(rows, limit, byCreation, presentNotification);
}
