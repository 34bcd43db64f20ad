import { enqueueAll } from "@/lib/jobs/enqueue";
import { mailNotification } from "@/lib/notifications/jobs";
import { NOTIFICATION_BODY_CHARS_MAX, NOTIFICATION_TITLE_CHARS_MAX } from "@/lib/notifications/limits";
import { insertNotifications, type NewNotification } from "@/lib/notifications/store";
import type { Db } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";

/**
 * Notifies members of a workspace in the caller's transaction, by mail too where SMTP is set. Who is no active member
 * gets nothing. Titles are one line; texts beyond their limits are cut.
 * @returns how many were notified
 */
export async function notifyMembers(
  tx: Db,
  workspaceId: string,
  developerIds: readonly string[],
  { title, body, link }: NewNotification,
  now: Date,
): Promise<number> {
  const cut = {
    title: title.replace(/\s+/g, " ").trim().slice(0, NOTIFICATION_TITLE_CHARS_MAX).toWellFormed(),
    body: body.slice(0, NOTIFICATION_BODY_CHARS_MAX).toWellFormed(),
    link,
  };
  const rows = await insertNotifications(tx, workspaceId, developerIds, cut, now);
  if (env().SMTP_URL) {
    const payloads = rows.map(({ id }) => ({ notification_id: id }));
    await enqueueAll(tx, mailNotification, payloads, now);
  }
  return rows.length;
}
