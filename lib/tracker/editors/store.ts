import { type Db, Prisma, pool, runPrepared } from "@/lib/platform/database";
import { EDITOR_KEY_USE_NOTED_AFTER_S } from "@/lib/tracker/editors/limits";

/** Sets a device's editor key, replacing an earlier one. @param tokenId the API token that created it */
export async function replaceEditorKey(
  tx: Db,
  deviceId: string,
  { keyHash, tokenId }: { keyHash: string; tokenId: string | null },
  now: Date,
): Promise<void> {
  const row = { keyHash, tokenId, createdAt: now, lastUsedAt: null };
  await tx.trackerEditorKey.upsert({ where: { deviceId }, create: { deviceId, ...row }, update: row });
}

/** Deletes the key of a device. @returns whether it had one */
export async function deleteEditorKeyRow(tx: Db, deviceId: string): Promise<boolean> {
  return (await tx.trackerEditorKey.deleteMany({ where: { deviceId } })).count > 0;
}

/**
 * The owner of an editor key; null if it is unknown, its device is unenrolled, its owner is deactivated, or it was
 * created with an API token that is no longer valid.
 */
export async function touchEditorKey(
  keyHash: string,
  now: Date,
): Promise<{ deviceId: string; developerId: string } | null> {
  const notedBefore = new Date(now.getTime() - EDITOR_KEY_USE_NOTED_AFTER_S * 1_000);
  const statement = Prisma.sql`
    WITH found AS (
      SELECT k.device_id, d.developer_id FROM tracker_editor_key k
      JOIN tracker_device d ON d.id = k.device_id AND d.unenrolled_at IS NULL
      JOIN developer who ON who.id = d.developer_id AND who.is_active
      WHERE k.key_hash = ${keyHash} AND (k.token_id IS NULL OR EXISTS (
        SELECT FROM api_token t
        WHERE t.id = k.token_id AND t.is_active AND (t.expires_at IS NULL OR t.expires_at > ${now}::timestamptz)
          AND NOT EXISTS (SELECT FROM api_token a WHERE a.id = ANY (t.ancestor_ids) AND NOT a.is_active)
      ))
    ), noted AS (
      UPDATE tracker_editor_key SET last_used_at = ${now}::timestamptz
      WHERE device_id = (SELECT device_id FROM found)
        AND (last_used_at IS NULL OR last_used_at < ${notedBefore}::timestamptz)
    )
    SELECT device_id AS "deviceId", developer_id AS "developerId" FROM found`;
  const [row] = await runPrepared<{ deviceId: string; developerId: string }>("tracker.editor-key", statement);
  return row ?? null;
}

/**
 * Seconds of a day, counted from 0, in a category and project. The project's name is null if its person is no longer a
 * member.
 */
export type DaySum = { day: number; category: string; project: string | null; seconds: number };

/**
 * A developer's time in a workspace, from its samples only, by day, category and project.
 * @param starts when each day begins, in order, and when the last one ends; whole quarters of an hour
 */
export async function sumDays(
  developerId: string,
  workspaceId: string,
  starts: readonly Date[],
): Promise<DaySum[]> {
  const { rows } = await pool().query<DaySum>(
    `SELECT width_bucket(b.bucket, $3::timestamptz[]) - 1 AS day, b.category, max(own.name) AS project,
       sum(b.seconds)::int AS seconds
     FROM (
       SELECT bucket, project_id, category, seconds FROM tracker_bucket t
       WHERE developer_id = $1 AND bucket >= $4 AND bucket < $5 AND NOT EXISTS (
         SELECT FROM tracker_workspace_bucket w
         WHERE w.developer_id = $1 AND w.bucket = t.bucket AND w.workspace_id = $2
       )
       UNION ALL
       SELECT bucket, project_id, category, seconds FROM tracker_workspace_bucket
       WHERE developer_id = $1 AND workspace_id = $2 AND bucket >= $4 AND bucket < $5
     ) b
     JOIN project p ON p.id = b.project_id AND p.workspace_id = $2
     LEFT JOIN project_member pm ON pm.project_id = p.id AND pm.developer_id = $1
     LEFT JOIN project own ON own.id = pm.project_id
     GROUP BY 1, 2, b.project_id ORDER BY 1, 4 DESC, 2, b.project_id`,
    [developerId, workspaceId, starts, starts[0], starts.at(-1)],
  );
  return rows;
}
