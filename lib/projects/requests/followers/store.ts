import { type Db, db, Prisma } from "@/lib/platform/database";
import type { Page } from "@/lib/projects/requests/page";

/** Lets somebody follow a project; again changes nothing. */
export async function insertFollow(page: Page, developerId: string, now: Date): Promise<void> {
  await db().$executeRaw`
    INSERT INTO project_follow (project_id, developer_id, created_at)
    VALUES (${page.projectId}::uuid, ${developerId}::uuid, ${now}::timestamptz) ON CONFLICT DO NOTHING`;
}

/** Ends that, where it is so. */
export async function deleteFollow(page: Page, developerId: string): Promise<void> {
  await db().projectFollow.deleteMany({ where: { projectId: page.projectId, developerId } });
}

/** Whether somebody follows a project. */
export async function isFollowing(page: Page, developerId: string): Promise<boolean> {
  return (await db().projectFollow.count({ where: { projectId: page.projectId, developerId } })) > 0;
}

/** A request that the public may see, and where. */
type Shown = { id: string; title: string; workspaceId: string; publicSlug: string; projectName: string };
export type Moved = Shown & { status: string; movedAt: Date };
export type Replied = Shown & { body: string; authorId: string; repliedAt: Date };

const SHOWN = Prisma.sql`q.id::text, q.title, q.workspace_id::text AS "workspaceId", p.public_slug AS "publicSlug",
  p.name AS "projectName"`;
const FROM_SHOWN = Prisma.sql`FROM project_request q JOIN project p ON p.id = q.project_id
  JOIN workspace w ON w.id = p.workspace_id AND w.is_active AND p.is_active AND p.is_public
    AND p.public_slug IS NOT NULL AND 'roadmap' = ANY (p.public_tabs)
    AND q.visibility = 'visible' AND q.merged_into_id IS NULL`;

/**
 * A request that the public may see, where its status was ever changed; null for any other. Its row is held: whoever hides
 * or deletes it meanwhile finds all that was said of it.
 */
export async function findMoved(tx: Db, requestId: string): Promise<Moved | null> {
  const [row] = await tx.$queryRaw<Moved[]>`
    SELECT ${SHOWN}, q.status, q.status_changed_at AS "movedAt" ${FROM_SHOWN}
    WHERE q.id = ${requestId}::uuid AND q.status_changed_at IS NOT NULL
    FOR SHARE OF q`;
  return row ?? null;
}

/**
 * A reply of a project's staff that the public may see, with its request; null for any other comment. Both rows are held:
 * whoever hides one meanwhile finds all that was said of it.
 */
export async function findReply(tx: Db, commentId: string): Promise<Replied | null> {
  const [row] = await tx.$queryRaw<Replied[]>`
    SELECT ${SHOWN}, c.body, c.author_id::text AS "authorId", c.created_at AS "repliedAt" ${FROM_SHOWN}
    JOIN project_request_comment c ON c.request_id = q.id
    WHERE c.id = ${commentId}::uuid AND c.is_staff AND c.visibility = 'visible' AND c.author_id IS NOT NULL
    FOR SHARE OF q, c`;
  return row ?? null;
}

/** What happened to a request: by whose doing, when, whom it concerns besides its author and voters, and its group. */
export type News = {
  requestId: string;
  actorId: string;
  at: Date;
  others: "followers" | "commenters";
  groupKey: string;
};

/**
 * Up to `limit` people interested in a request, in the order of their ids, after one of them: its author, its voters
 * and the project's followers or its commenters; without the person whose doing it is, blocked people, and those already
 * notified of it.
 */
export async function listInterested(
  tx: Db,
  { requestId: id, actorId, at, others, groupKey }: News,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT d.id::text FROM developer d JOIN project_request q ON q.id = ${id}::uuid
    WHERE d.id = ANY (ARRAY(
        SELECT author_id FROM project_request WHERE id = ${id}::uuid
        UNION SELECT developer_id FROM project_request_vote WHERE request_id = ${id}::uuid
        UNION SELECT f.developer_id FROM project_follow f JOIN project_request r ON r.project_id = f.project_id
          WHERE r.id = ${id}::uuid AND ${others}::text = 'followers'
        UNION SELECT author_id FROM project_request_comment
          WHERE request_id = ${id}::uuid AND visibility = 'visible' AND ${others}::text = 'commenters'))
      AND d.is_active AND d.id <> ${actorId}::uuid AND (${after}::uuid IS NULL OR d.id > ${after}::uuid)
      AND NOT EXISTS (SELECT 1 FROM project_block b WHERE b.project_id = q.project_id AND b.developer_id = d.id)
      AND NOT EXISTS (SELECT 1 FROM notification n WHERE n.developer_id = d.id AND n.workspace_id = q.workspace_id
        AND n.group_key = ${groupKey} AND n.created_at >= ${at}::timestamptz)
    ORDER BY d.id LIMIT ${limit}`;
  return rows.map((row) => row.id);
}

/** Those who lead a project, and its workspace's slug: whom new requests concern. */
export async function findLeads(tx: Db, page: Page): Promise<{ ids: string[]; slug: string }> {
  const [row] = await tx.$queryRaw<{ ids: string[]; slug: string }[]>`
    SELECT w.slug, ARRAY(SELECT m.developer_id::text FROM project_member m
      WHERE m.project_id = ${page.projectId}::uuid AND m.role = 'lead' ORDER BY m.developer_id) AS ids
    FROM workspace w WHERE w.id = ${page.workspaceId}::uuid`;
  return row ?? { ids: [], slug: "" };
}

/** The requests that were merged into one, by id. */
export async function listMergedInto(tx: Db, requestId: string): Promise<string[]> {
  const rows = await tx.projectRequest.findMany({
    where: { mergedIntoId: requestId },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id }) => id);
}
