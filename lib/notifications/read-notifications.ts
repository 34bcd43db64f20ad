import type { WorkspaceScope } from "@/lib/access/authorise";
import { orNotFound } from "@/lib/http/app-error";
import { presentNotification } from "@/lib/notifications/present";
import type { Notification, NotificationsRead } from "@/lib/notifications/schema";
import { findNotification, markRead } from "@/lib/notifications/store";
import { db } from "@/lib/platform/database";

/** Marks one of the actor's own notifications as read; the first time counts. @throws AppError not_found */
export async function readNotification(scope: WorkspaceScope, id: string, now: Date): Promise<Notification> {
  await markRead(db(), scope, id, now);
  return presentNotification(orNotFound(await findNotification(db(), scope, id), "Notification"));
}

/** Marks all of the actor's own notifications in a workspace as read. */
export async function readAllNotifications(scope: WorkspaceScope, now: Date): Promise<NotificationsRead> {
  return { marked: await markRead(db(), scope, undefined, now) };
}
