import type { WorkspaceScope } from "@/lib/access/authorise";
import type { Position } from "@/lib/http/paging";
import { type Db, db } from "@/lib/platform/database";
import type { Notification } from "@/lib/platform/rows";

export type NewNotification = Pick<Notification, "title" | "body" | "link">;

/**
 * Gives a notification to those of `developerIds` who are active members of a workspace, in one statement.
 * @returns its ids
 */
export async function insertNotifications(
  tx: Db,
  workspaceId: string,
  developerIds: readonly string[],
  { title, body, link }: NewNotification,
  now: Date,
): Promise<{ id: string; developerId: string }[]> {
  return tx.$queryRaw<{ id: string; developerId: string }[]>`
    INSERT INTO notification (id, workspace_id, developer_id, title, body, link, created_at)
    SELECT gen_random_uuid(), m.workspace_id, m.developer_id, ${title}, ${body}, ${link}, ${now}::timestamptz
    FROM workspace_member m JOIN developer d ON d.id = m.developer_id
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.developer_id = ANY(${[...developerIds]}::uuid[])
      AND m.status = 'active' AND d.is_active
    RETURNING id::text, developer_id::text AS "developerId"`;
}

const own = ({ workspaceId, actor }: WorkspaceScope) => ({ workspaceId, developerId: actor.developerId });

/** A page of the actor's own notifications in a workspace, newest first. */
export async function listNotificationRows(
  scope: WorkspaceScope,
  { unread }: { unread: boolean },
  limit: number,
  after: Position | null,
): Promise<Notification[]> {
  return db().notification.findMany({
    where: {
      ...own(scope),
      ...(unread ? { readAt: null } : {}),
      ...(after
        ? { OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, id: { lt: after.id } }] }
        : {}),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** One of the actor's own notifications; null for any other. */
export async function findNotification(
  tx: Db,
  scope: WorkspaceScope,
  id: string,
): Promise<Notification | null> {
  return tx.notification.findFirst({ where: { id, ...own(scope) } });
}

/** Marks the actor's unread notifications as read, or the one that is named. @returns how many were unread */
export async function markRead(
  tx: Db,
  scope: WorkspaceScope,
  id: string | undefined,
  now: Date,
): Promise<number> {
  const { count } = await tx.notification.updateMany({
    where: { ...own(scope), readAt: null, ...(id ? { id } : {}) },
    data: { readAt: now },
  });
  return count;
}

/** What a mail about a notification needs; null once it is gone, was read, or its member left. */
export async function findMailable(
  id: string,
): Promise<{ title: string; body: string; link: string | null; email: string } | null> {
  const [row] = await db().$queryRaw<{ title: string; body: string; link: string | null; email: string }[]>`
    SELECT n.title, n.body, n.link, d.email
    FROM notification n
    JOIN workspace_member m USING (workspace_id, developer_id)
    JOIN developer d ON d.id = n.developer_id
    WHERE n.id = ${id}::uuid AND n.read_at IS NULL AND m.status = 'active' AND d.is_active AND d.email_verified`;
  return row ?? null;
}

/** Deletes notifications older than a time, some at a time. @returns how many */
export async function deleteNotificationsBefore(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM notification WHERE id = ANY (ARRAY(
      SELECT id FROM notification WHERE created_at < ${before}::timestamptz ORDER BY created_at LIMIT ${limit}))`;
}
