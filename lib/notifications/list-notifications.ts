import type { WorkspaceScope } from "@/lib/access/authorise";
import { type Page, readPage } from "@/lib/http/paging";
import { presentNotification } from "@/lib/notifications/present";
import type { Notification, NotificationQuery } from "@/lib/notifications/schema";
import { listNotificationRows } from "@/lib/notifications/store";

/** A page of the actor's own notifications, newest first. */
export async function listNotifications(
  scope: WorkspaceScope,
  { unread, ...page }: NotificationQuery,
): Promise<Page<Notification>> {
  return readPage(
    page,
    (slice) => listNotificationRows(scope, { unread: unread ?? false }, slice),
    presentNotification,
  );
}
