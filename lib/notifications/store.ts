import type { WorkspaceScope } from "@/lib/access/authorise";
import { permissionsSql } from "@/lib/access/store";
import { beyond, type Slice } from "@/lib/http/paging";
import {
  defaultsOf,
  NOTIFICATION_KINDS,
  type NotificationKind,
  PERMISSION_OF_AREA,
  SAID_BY_THE_SERVICE,
  SAID_TO_ANYONE,
} from "@/lib/notifications/catalog";
import { MAILED_AGAIN_AFTER_HOURS } from "@/lib/notifications/limits";
import { type Db, db, Prisma } from "@/lib/platform/database";
import { omitUndefined } from "@/lib/platform/omit-undefined";
import type { Notification } from "@/lib/platform/rows";

export type NewNotification = Pick<Notification, "title" | "body" | "link"> & {
  kind: NotificationKind;
  /** Whom its title names: it is deleted when they are erased. */
  actorId?: string;
  /**
   * Where more of the same comes: what it is about, how many this one stands for, and for several their title, with `{n}`
   * where their number stands, and their link, if it is another.
   */
  group?: { key: string; count: number; title: string; link?: string };
};

/** To whom a notification goes: members of its workspace, or people elsewhere, who get mails alone. */
export type Audience = "members" | "visitors";

/** Whether a member may see now what a notification is about, by its link. */
function maySee(
  workspaceId: Prisma.Sql,
  developerId: Prisma.Sql,
  kind: Prisma.Sql,
  link: Prisma.Sql,
): Prisma.Sql {
  const areas = JSON.stringify(PERMISSION_OF_AREA);
  const needed = Prisma.sql`(${areas}::jsonb ->> substring(${link} from '^/w/[^/]+/([a-z]+)'))`;
  const held = permissionsSql(workspaceId, developerId, Object.values(PERMISSION_OF_AREA));
  const byTheService = `^/w/[^/]+/(${SAID_BY_THE_SERVICE.join("|")})`;
  return Prisma.sql`((${kind} = ${SAID_TO_ANYONE} AND ${link} !~ ${byTheService}) OR ${needed} IS NULL OR ${needed} = ANY(${held}))`;
}

/** The same of one that is stored, as `n`. */
function isVisible(): Prisma.Sql {
  return maySee(
    Prisma.sql`n.workspace_id`,
    Prisma.sql`n.developer_id`,
    Prisma.sql`n.kind`,
    Prisma.sql`n.link`,
  );
}

/**
 * Stores a notification for those of `developerIds` who want it: active members of a workspace who may see what it is
 * about, or, for visitors, people who are not members. An unread one is extended instead. One statement, which locks the
 * rows in the order of people.
 * @returns its ids, with whether a mail is due
 */
export async function insertNotifications(
  tx: Db,
  workspaceId: string,
  developerIds: readonly string[],
  { kind, title, body, link, actorId, group }: NewNotification,
  audience: Audience,
  now: Date,
): Promise<{ id: string; developerId: string; isMailed: boolean }[]> {
  const count = group?.count ?? 1;
  const isMember = Prisma.sql`EXISTS (SELECT 1 FROM workspace_member m WHERE m.workspace_id = ${workspaceId}::uuid
    AND m.developer_id = d.id AND m.status = 'active')
    AND ${maySee(Prisma.sql`${workspaceId}::uuid`, Prisma.sql`d.id`, Prisma.sql`${kind}::text`, Prisma.sql`${link}::text`)}`;
  const isVisitor = Prisma.sql`d.email_verified AND NOT EXISTS (SELECT 1 FROM workspace_member m
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.developer_id = d.id)`;
  const isMeant = audience === "members" ? isMember : isVisitor;
  const usual = defaultsOf(kind);
  const hasInbox = audience === "members";
  return tx.$queryRaw<{ id: string; developerId: string; isMailed: boolean }[]>`
    WITH target AS MATERIALIZED (
      SELECT d.id, ${hasInbox}::boolean AND coalesce(s.inbox, ${usual.inbox}::boolean) AS inbox,
        coalesce(s.mail, ${usual.mail}::boolean) AS mail,
        ${hasInbox}::boolean AND coalesce(s.digest, ${usual.digest}::boolean) AS digest
      FROM developer d LEFT JOIN notification_setting s ON s.developer_id = d.id AND s.kind = ${kind}
      WHERE d.id = ANY(${[...developerIds]}::uuid[]) AND d.is_active AND ${isMeant} ORDER BY d.id
    ), given AS (
      INSERT INTO notification
        (id, workspace_id, developer_id, kind, group_key, count, title, body, link, actor_id, in_inbox, created_at)
      SELECT gen_random_uuid(), ${workspaceId}::uuid, id, ${kind}, ${group?.key ?? null}, ${count}::int, ${title}, ${body},
        ${link}, ${actorId ?? null}::uuid, inbox, ${now}::timestamptz
      FROM target WHERE inbox OR mail OR digest
      ON CONFLICT (workspace_id, developer_id, group_key) WHERE read_at IS NULL AND group_key IS NOT NULL
      DO UPDATE SET count = notification.count + excluded.count, body = excluded.body,
        link = ${group?.link ?? link},
        -- The first may be from before somebody switched the inbox on.
        in_inbox = notification.in_inbox OR excluded.in_inbox,
        actor_id = excluded.actor_id, created_at = excluded.created_at,
        -- Whoever reads none of it hears of more again on another day.
        mailed_at = CASE WHEN notification.mailed_at > ${now}::timestamptz - ${MAILED_AGAIN_AFTER_HOURS}::int * interval '1 hour'
          THEN notification.mailed_at END,
        digested_at = NULL, title = CASE WHEN ${group === undefined}::boolean THEN excluded.title
          ELSE replace(${group?.title ?? ""}, '{n}', (notification.count + excluded.count)::text) END
      RETURNING id, developer_id, mailed_at
    )
    SELECT given.id::text, given.developer_id::text AS "developerId", (target.mail AND given.mailed_at IS NULL) AS "isMailed"
    FROM given JOIN target ON target.id = given.developer_id`;
}

type Quote = { groupKey: string; text: string };

/** The notifications of a group whose latest text is this one, locked in the order of people. */
const quotingSql = ({ groupKey, text }: Quote) => Prisma.sql`quoting AS MATERIALIZED (
  SELECT id, count FROM notification WHERE group_key = ${groupKey} AND body = ${text} ORDER BY developer_id FOR UPDATE)`;

/** Gives notifications of a group that quote a text another one. */
export async function replaceQuote(tx: Db, quote: Quote, newText: string): Promise<void> {
  await tx.$executeRaw`
    WITH ${quotingSql(quote)}
    UPDATE notification SET body = ${newText} WHERE id IN (SELECT id FROM quoting)`;
}

/** Gives notifications of groups that have one of these titles the one beside it; locked in the order of people. */
export async function replaceTitles(
  tx: Db,
  groupKeys: readonly string[],
  titles: readonly { from: string; to: string }[],
): Promise<void> {
  await tx.$executeRaw`
    WITH titled AS MATERIALIZED (
      SELECT n.id, t."to" FROM notification n
      JOIN jsonb_to_recordset(${JSON.stringify(titles)}::jsonb) AS t("from" text, "to" text) ON t."from" = n.title
      WHERE n.group_key = ANY(${[...groupKeys]}::text[]) ORDER BY n.developer_id FOR UPDATE OF n)
    UPDATE notification SET title = titled."to" FROM titled WHERE notification.id = titled.id`;
}

/** Takes a text out of the notifications of a group that quote it, and deletes those that stand for it alone. */
export async function withdrawQuote(tx: Db, quote: Quote): Promise<void> {
  await tx.$executeRaw`
    WITH ${quotingSql(quote)}, alone AS (
      DELETE FROM notification WHERE id IN (SELECT id FROM quoting WHERE count = 1)
    )
    UPDATE notification SET body = '' WHERE id IN (SELECT id FROM quoting WHERE count > 1)`;
}

/**
 * Takes things out of the notifications of a group that list several, one a line that begins with its name, and deletes
 * those of which none is left. One that stands for more than it lists is taken to stand for all of them.
 */
export async function withdrawListed(tx: Db, groupKey: string, names: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    WITH listing AS MATERIALIZED (
      SELECT id, count, string_to_array(body, E'\\n') AS lines, ARRAY(
          SELECT line FROM unnest(string_to_array(body, E'\\n')) WITH ORDINALITY AS l(line, nth)
          WHERE split_part(line, ' ', 1) <> ALL(${[...names]}::text[]) ORDER BY nth) AS kept
      FROM notification WHERE group_key = ${groupKey}
      ORDER BY developer_id FOR UPDATE
    ), less AS (
      SELECT id, kept, CASE WHEN count > cardinality(lines) THEN count - ${names.length}::int
        ELSE cardinality(kept) END AS still
      FROM listing WHERE cardinality(kept) < cardinality(lines)
    ), gone AS (
      DELETE FROM notification WHERE id IN (SELECT id FROM less WHERE kept = '{}' AND still <= 0)
    )
    UPDATE notification n SET body = array_to_string(l.kept, E'\\n'), count = greatest(l.still, 1)
    FROM less l WHERE n.id = l.id AND NOT (l.kept = '{}' AND l.still <= 0)`;
}

/** Deletes the notifications of groups: what they are about is deleted, or is not so any more. */
export async function deleteGroups(tx: Db, groupKeys: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS MATERIALIZED (
      SELECT id FROM notification WHERE group_key = ANY(${[...groupKeys]}::text[]) ORDER BY developer_id FOR UPDATE)
    DELETE FROM notification WHERE id IN (SELECT id FROM gone)`;
}

/** Deletes the notifications of a group that stand for one thing alone, which their link names. */
export async function deleteLone(tx: Db, groupKey: string, link: string): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS MATERIALIZED (
      SELECT id FROM notification WHERE group_key = ${groupKey} AND count = 1 AND link = ${link}
      ORDER BY developer_id FOR UPDATE)
    DELETE FROM notification WHERE id IN (SELECT id FROM gone)`;
}

/** Whether its person wants a notification in a channel now. */
const wants = (channel: "mail" | "digest") => Prisma.sql`coalesce(
  (SELECT s.${Prisma.raw(channel)} FROM notification_setting s
    WHERE s.developer_id = n.developer_id AND s.kind = n.kind),
  n.kind = ANY(${NOTIFICATION_KINDS.flatMap(({ slug }) => (defaultsOf(slug)[channel] ? [slug] : []))}::text[]))`;

const own = ({ workspaceId, actor }: WorkspaceScope) => ({ workspaceId, developerId: actor.developerId });

/** The condition that the actor may see what a notification is about; most members may see all. */
async function visible(tx: Db, { workspaceId, permissions }: WorkspaceScope): Promise<object> {
  const hidden = Object.entries(PERMISSION_OF_AREA).filter(([, needed]) => !permissions.has(needed));
  if (hidden.length === 0) return {};
  const { slug } = await tx.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { slug: true },
  });
  const outside = (places: readonly string[]) => ({
    NOT: { OR: places.map((place) => ({ link: { startsWith: `/w/${slug}/${place}` } })) },
  });
  const byOwners = { kind: SAID_TO_ANYONE, ...outside(SAID_BY_THE_SERVICE) };
  return { OR: [{ link: null }, byOwners, outside(hidden.map(([area]) => area))] };
}

/** A page of the actor's own notifications in a workspace, newest first: of what they may see. */
export async function listNotificationRows(
  scope: WorkspaceScope,
  { unread }: { unread: boolean },
  { limit, after }: Slice,
): Promise<Notification[]> {
  return db().notification.findMany({
    where: {
      ...own(scope),
      inInbox: true,
      ...(unread ? { readAt: null } : {}),
      AND: [beyond(after, "desc"), await visible(db(), scope)],
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** One of the actor's own notifications; null for any other, and for one about what they may not see any more. */
export async function findNotification(
  tx: Db,
  scope: WorkspaceScope,
  id: string,
): Promise<Notification | null> {
  return tx.notification.findFirst({ where: { id, ...own(scope), AND: await visible(tx, scope) } });
}

/** Marks the actor's unread inbox as read, or the notification that is named: of what they may see. @returns how many */
export async function markRead(
  tx: Db,
  scope: WorkspaceScope,
  id: string | undefined,
  now: Date,
): Promise<number> {
  const { count } = await tx.notification.updateMany({
    where: {
      ...own(scope),
      readAt: null,
      ...(id ? { id } : { inInbox: true }),
      AND: await visible(tx, scope),
    },
    data: { readAt: now },
  });
  return count;
}

export type Mailable = Pick<Notification, "title" | "body" | "link" | "createdAt"> & {
  kind: NotificationKind;
  developerId: string;
  email: string;
};

/**
 * What a mail about a notification needs; null once it is gone, was read or mailed, or its person left, may not see it or
 * wants no such mails any more. Of visitors, who are no members, it must be about a request that they may still see.
 */
export async function findMailable(id: string): Promise<Mailable | null> {
  const [row] = await db().$queryRaw<Mailable[]>`
    SELECT n.kind, n.title, n.body, n.link, n.created_at AS "createdAt", n.developer_id::text AS "developerId", d.email
    FROM notification n
    JOIN developer d ON d.id = n.developer_id
    JOIN workspace w ON w.id = n.workspace_id
    LEFT JOIN workspace_member m ON m.workspace_id = n.workspace_id AND m.developer_id = n.developer_id
    WHERE n.id = ${id}::uuid AND n.read_at IS NULL AND n.mailed_at IS NULL AND ${wants("mail")}
      AND d.is_active AND d.email_verified AND w.is_active
      AND ((m.status = 'active' AND ${isVisible()}) OR (m.developer_id IS NULL AND n.kind = 'request_status' AND EXISTS (
        SELECT 1 FROM project_request q JOIN project p ON p.id = q.project_id
        WHERE q.id = CASE n.kind WHEN 'request_status' THEN split_part(n.group_key, ':', 2)::uuid END
          AND q.visibility = 'visible' AND p.is_public AND p.is_active AND 'roadmap' = ANY (p.public_tabs)
          AND NOT EXISTS (SELECT 1 FROM project_block b WHERE b.project_id = p.id AND b.developer_id = n.developer_id))))`;
  return row ?? null;
}

/** Notes that a notification was mailed. What stands in no inbox is done with. */
export async function markMailed(id: string, now: Date): Promise<void> {
  await db().$executeRaw`
    UPDATE notification SET mailed_at = ${now}::timestamptz,
      read_at = CASE WHEN in_inbox THEN read_at ELSE coalesce(read_at, ${now}::timestamptz) END
    WHERE id = ${id}::uuid`;
}

/** What somebody decided of kinds. */
export async function listSettings(developerId: string) {
  return db().notificationSetting.findMany({ where: { developerId } });
}

/** Where somebody is mailed; null where they are not: nobody proved that the address is theirs. */
export async function findAddress(developerId: string): Promise<string | null> {
  const found = await db().developer.findUnique({
    where: { id: developerId, emailVerified: true },
    select: { email: true },
  });
  return found?.email ?? null;
}

/** Whether somebody was not erased. */
export async function isThere(tx: Db, developerId: string): Promise<boolean> {
  return (await tx.developer.count({ where: { id: developerId } })) > 0;
}

/** Changes the channels of a kind that are named; the others stay as they are, or are what everybody begins with. */
export async function changeSetting(
  tx: Db,
  developerId: string,
  kind: NotificationKind,
  {
    inbox,
    mail,
    digest,
  }: { inbox?: boolean | undefined; mail?: boolean | undefined; digest?: boolean | undefined },
): Promise<void> {
  const given = omitUndefined({ inbox, mail, digest });
  await tx.notificationSetting.upsert({
    where: { developerId_kind: { developerId, kind } },
    create: { developerId, kind, ...defaultsOf(kind), ...given },
    update: given,
  });
}

/** Which notifications a digest names: unread, not mailed, in none before, of kinds that their person wants there. */
const waiting = (now: Date, days: number) => Prisma.sql`
  n.read_at IS NULL AND n.mailed_at IS NULL AND n.digested_at IS NULL
  AND n.created_at > ${now}::timestamptz - make_interval(days => ${days}::int)
  AND ${wants("digest")}`;

export type DigestCandidate = {
  id: string;
  timeZone: string | null;
  lastDay: string | null;
  /** When the first of what waits for them came. */
  oldestAt: Date;
};

/** Up to `limit` people who have something for a digest, in the order of their ids, after one of them. */
export async function listDigestCandidates(
  after: string | null,
  days: number,
  limit: number,
  now: Date,
): Promise<DigestCandidate[]> {
  return db().$queryRaw<DigestCandidate[]>`
    SELECT d.id::text, d.time_zone AS "timeZone", g.day AS "lastDay", candidate.oldest_at AS "oldestAt"
    FROM (SELECT n.developer_id, min(n.created_at) AS oldest_at FROM notification n
      WHERE (${after}::uuid IS NULL OR n.developer_id > ${after}::uuid) AND ${waiting(now, days)}
      GROUP BY n.developer_id ORDER BY n.developer_id LIMIT ${limit}) candidate
    JOIN developer d ON d.id = candidate.developer_id
    LEFT JOIN notification_digest g ON g.developer_id = d.id
    ORDER BY d.id`;
}

/** Takes a day's digest of somebody. @returns whether it was still to be had: of many at once, one gets it */
export async function takeDigest(tx: Db, developerId: string, day: string): Promise<boolean> {
  const taken = await tx.$executeRaw`
    INSERT INTO notification_digest (developer_id, day) VALUES (${developerId}::uuid, ${day})
    ON CONFLICT (developer_id) DO UPDATE SET day = excluded.day WHERE notification_digest.day < excluded.day`;
  return taken > 0;
}

export type Digested = Pick<Notification, "id" | "title" | "link"> & { workspace: string; email: string };

/** What somebody's digest names, the oldest first, of the workspaces that they are active in: what they may still see. */
export async function listDigested(developerId: string, days: number, now: Date): Promise<Digested[]> {
  return db().$queryRaw<Digested[]>`
    SELECT n.id::text, n.title, n.link, w.name AS workspace, d.email
    FROM notification n
    JOIN workspace_member m ON m.workspace_id = n.workspace_id AND m.developer_id = n.developer_id
    JOIN workspace w ON w.id = n.workspace_id
    JOIN developer d ON d.id = n.developer_id
    WHERE n.developer_id = ${developerId}::uuid AND m.status = 'active' AND w.is_active AND d.is_active AND d.email_verified
      AND ${waiting(now, days)} AND ${isVisible()}
    ORDER BY w.name, w.id, n.created_at, n.id`;
}

/** Notes that a digest named these. What stands in no inbox is done with. */
export async function markDigested(ids: readonly string[], now: Date): Promise<void> {
  await db().$executeRaw`
    UPDATE notification SET digested_at = ${now}::timestamptz,
      read_at = CASE WHEN in_inbox THEN read_at ELSE coalesce(read_at, ${now}::timestamptz) END
    WHERE id = ANY(${[...ids]}::uuid[])`;
}

/** Deletes notifications older than a time, some at a time. @returns how many */
export async function deleteNotificationsBefore(before: Date, limit: number): Promise<number> {
  return db().$executeRaw`
    DELETE FROM notification WHERE id = ANY (ARRAY(
      SELECT id FROM notification WHERE created_at < ${before}::timestamptz ORDER BY created_at LIMIT ${limit}))`;
}
