import { enqueueAll } from "@/lib/jobs/enqueue";
import { mailGroup, mailNotification } from "@/lib/notifications/jobs";
import { NOTIFICATION_BODY_CHARS_MAX } from "@/lib/notifications/limits";
import { oneLine } from "@/lib/notifications/rules";
import { type Audience, insertNotifications, type NewNotification } from "@/lib/notifications/store";
import type { Db } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { shortened } from "@/lib/platform/shortened";

async function notify(
  tx: Db,
  workspaceId: string,
  developerIds: readonly string[],
  { title, body, group, ...rest }: NewNotification,
  audience: Audience,
  now: Date,
): Promise<number> {
  if (developerIds.length === 0) return 0;
  const cut = {
    ...rest,
    title: oneLine(title),
    body: shortened(body, NOTIFICATION_BODY_CHARS_MAX),
    ...(group ? { group: { ...group, title: oneLine(group.title) } } : {}),
  };
  const rows = await insertNotifications(tx, workspaceId, developerIds, cut, audience, now);
  if (env().SMTP_URL) {
    const payloads = rows.flatMap(({ id, isMailed }) => (isMailed ? [{ notification_id: id }] : []));
    await enqueueAll(tx, group ? mailGroup : mailNotification, payloads, now);
  }
  return rows.length;
}

/**
 * Notifies members of a workspace in the caller's transaction, through the channels that each has chosen: the inbox,
 * and mail if SMTP is set up. People who are not active members get nothing. A notification with a group is merged into
 * an unread one of the same group, and mailed once for all. Titles are one line; longer texts are cut.
 * @returns how many were notified
 */
export async function notifyMembers(
  tx: Db,
  workspaceId: string,
  developerIds: readonly string[],
  notification: NewNotification,
  now: Date,
): Promise<number> {
  return notify(tx, workspaceId, developerIds, notification, "members", now);
}

/** The same for people who are not members, and so have no inbox there: by mail only. */
export async function notifyVisitors(
  tx: Db,
  workspaceId: string,
  developerIds: readonly string[],
  notification: NewNotification,
  now: Date,
): Promise<number> {
  return notify(tx, workspaceId, developerIds, notification, "visitors", now);
}
