import { type Db, db } from "@/lib/platform/database";
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

export type Moved = {
  id: string;
  title: string;
  status: string;
  statusChangedAt: Date;
  workspaceId: string;
  publicSlug: string;
  projectName: string;
};

/** A request that the public may see, where its status was ever changed; null for any other. */
export async function findMoved(requestId: string): Promise<Moved | null> {
  const [row] = await db().$queryRaw<Moved[]>`
    SELECT q.id::text, q.title, q.status, q.status_changed_at AS "statusChangedAt", q.workspace_id::text AS "workspaceId",
      p.public_slug AS "publicSlug", p.name AS "projectName"
    FROM project_request q JOIN project p ON p.id = q.project_id JOIN workspace w ON w.id = p.workspace_id
    WHERE q.id = ${requestId}::uuid AND q.visibility = 'visible' AND q.merged_into_id IS NULL
      AND q.status_changed_at IS NOT NULL AND p.is_public AND p.public_slug IS NOT NULL AND p.is_active AND w.is_active
      AND 'roadmap' = ANY (p.public_tabs)`;
  return row ?? null;
}

/**
 * Up to `limit` people interested in a request, in the order of their ids, after one of them: its author, its voters
 * and the project's followers; without the person who moved it, blocked people, and those already notified of this
 * move.
 */
export async function listFollowers(
  tx: Db,
  { id, statusChangedAt }: Moved,
  actorId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT d.id::text FROM developer d JOIN project_request q ON q.id = ${id}::uuid
    WHERE d.id = ANY (ARRAY(
        SELECT author_id FROM project_request WHERE id = ${id}::uuid
        UNION SELECT developer_id FROM project_request_vote WHERE request_id = ${id}::uuid
        UNION SELECT f.developer_id FROM project_follow f JOIN project_request r ON r.project_id = f.project_id
          WHERE r.id = ${id}::uuid))
      AND d.is_active AND d.id <> ${actorId}::uuid AND (${after}::uuid IS NULL OR d.id > ${after}::uuid)
      AND NOT EXISTS (SELECT 1 FROM project_block b WHERE b.project_id = q.project_id AND b.developer_id = d.id)
      AND NOT EXISTS (SELECT 1 FROM notification n WHERE n.developer_id = d.id AND n.workspace_id = q.workspace_id
        AND n.group_key = 'request:' || q.id::text AND n.created_at >= ${statusChangedAt}::timestamptz)
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
