import type { WorkspaceScope } from "@/lib/access/authorise";
import { PEOPLE_HERE_MAX, PRESENT_MS } from "@/lib/live/limits";
import type { LookedAt } from "@/lib/live/schema";
import { db, Prisma } from "@/lib/platform/database";

type Thing = LookedAt;

export type PersonHere = { id: string; name: string; avatarUrl: string | null };

/** Whoever was seen before it is not here any more. */
const presentSince = (now: Date) => new Date(now.getTime() - PRESENT_MS);

/** SQL that tells streams that others look at a thing now. */
function notifyPeopleSql(workspaceId: string, { area, id }: Thing): Prisma.Sql {
  return Prisma.sql`
    pg_notify('live', concat_ws(' ', ${workspaceId}::text, ${area}::text, ${id}::text, 'people'))::text`;
}

/** Whether a workspace has a thing. */
export async function isThere({ workspaceId }: WorkspaceScope, { area, id }: Thing): Promise<boolean> {
  switch (area) {
    case "tables":
      return (await db().dataTable.count({ where: { id, workspaceId, deletedAt: null } })) > 0;
    case "tasks":
      return (await db().project.count({ where: { id, workspaceId } })) > 0;
    case "records":
      return (await db().crmObject.count({ where: { id, workspaceId } })) > 0;
  }
}

/**
 * Notes that somebody looks at a thing, of which others hear when it is new, and forgets where they were without leaving.
 */
export async function upsertPresence(
  { workspaceId, actor: { developerId } }: WorkspaceScope,
  { area, id }: Thing,
  now: Date,
): Promise<void> {
  await db().$queryRaw`
    WITH before AS (
      SELECT FROM live_presence
      WHERE workspace_id = ${workspaceId}::uuid AND area = ${area} AND thing_id = ${id}::uuid
        AND developer_id = ${developerId}::uuid AND seen_at > ${presentSince(now)}::timestamptz
    ), left_behind AS (
      DELETE FROM live_presence
      WHERE developer_id = ${developerId}::uuid AND seen_at <= ${presentSince(now)}::timestamptz
        AND (workspace_id, area, thing_id) <> (${workspaceId}::uuid, ${area}, ${id}::uuid)
    ), noted AS (
      INSERT INTO live_presence (workspace_id, area, thing_id, developer_id, seen_at)
      VALUES (${workspaceId}::uuid, ${area}, ${id}::uuid, ${developerId}::uuid, ${now}::timestamptz)
      ON CONFLICT (workspace_id, area, thing_id, developer_id) DO UPDATE SET seen_at = EXCLUDED.seen_at
    )
    SELECT ${notifyPeopleSql(workspaceId, { area, id })}
    WHERE NOT EXISTS (SELECT FROM before)`;
}

/** Notes that somebody looks at a thing no longer. */
export async function deletePresence(
  { workspaceId, actor: { developerId } }: WorkspaceScope,
  { area, id }: Thing,
): Promise<void> {
  await db().$queryRaw`
    WITH gone AS (
      DELETE FROM live_presence
      WHERE workspace_id = ${workspaceId}::uuid AND area = ${area} AND thing_id = ${id}::uuid
        AND developer_id = ${developerId}::uuid
      RETURNING 1
    )
    SELECT ${notifyPeopleSql(workspaceId, { area, id })}
    FROM gone`;
}

/** The other members who look at a thing, by name. */
export async function listPeopleHere(
  { workspaceId, actor: { developerId } }: WorkspaceScope,
  { area, id }: Thing,
  now: Date,
): Promise<PersonHere[]> {
  return db().$queryRaw<PersonHere[]>`
    SELECT d.id::text, d.name, d.avatar_url AS "avatarUrl"
    FROM live_presence p JOIN developer d ON d.id = p.developer_id
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.area = ${area} AND p.thing_id = ${id}::uuid
      AND p.developer_id <> ${developerId}::uuid AND p.seen_at > ${presentSince(now)}::timestamptz
      AND EXISTS (
        SELECT FROM workspace_member m
        WHERE m.workspace_id = p.workspace_id AND m.developer_id = p.developer_id AND m.status = 'active')
    ORDER BY d.name, d.id LIMIT ${PEOPLE_HERE_MAX}::int`;
}
