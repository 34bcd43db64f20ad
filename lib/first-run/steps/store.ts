import type { WorkspaceScope } from "@/lib/access/authorise";
import type { StepKey } from "@/lib/first-run/steps/schema";
import { db } from "@/lib/platform/database";

/** Which steps a workspace and the actor have taken, and whether there is sample data, which counts for none. */
export async function findTaken(
  { workspaceId: id, actor }: WorkspaceScope,
  now: Date,
): Promise<Record<StepKey | "sample", boolean>> {
  const [row] = await db().$queryRaw<Record<StepKey | "sample", boolean>[]>`
    WITH mark AS MATERIALIZED (SELECT thing_id AS id FROM sample_thing WHERE workspace_id = ${id}::uuid)
    SELECT
      EXISTS (SELECT 1 FROM mark) AS sample,
      EXISTS (SELECT 1 FROM workspace_member WHERE workspace_id = ${id}::uuid AND developer_id <> ${actor.developerId}::uuid)
        OR EXISTS (SELECT 1 FROM workspace_invite WHERE workspace_id = ${id}::uuid) AS invite,
      EXISTS (SELECT 1 FROM crm_record r WHERE r.workspace_id = ${id}::uuid AND r.deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM mark WHERE mark.id = r.id)) AS record,
      EXISTS (SELECT 1 FROM project p WHERE p.workspace_id = ${id}::uuid
        AND NOT EXISTS (SELECT 1 FROM mark WHERE mark.id = p.id)) AS project,
      EXISTS (SELECT 1 FROM form f WHERE f.workspace_id = ${id}::uuid AND f.deleted_at IS NULL AND f.is_public
        AND NOT EXISTS (SELECT 1 FROM mark WHERE mark.id = f.id)) AS form,
      EXISTS (SELECT 1 FROM data_table t WHERE t.workspace_id = ${id}::uuid AND t.deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM mark WHERE mark.id = t.id)) AS "table",
      EXISTS (SELECT 1 FROM webhook w WHERE w.workspace_id = ${id}::uuid AND w.deleted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM mark WHERE mark.id = w.id)) AS webhook,
      EXISTS (SELECT 1 FROM tracker_device d JOIN project p ON p.id = d.project_id
        WHERE p.workspace_id = ${id}::uuid) AS device,
      EXISTS (SELECT 1 FROM workspace_repository WHERE workspace_id = ${id}::uuid) AS repository,
      EXISTS (SELECT 1 FROM api_token WHERE developer_id = ${actor.developerId}::uuid AND is_active
        AND (expires_at IS NULL OR expires_at > ${now}::timestamptz)) AS api_token`;
  if (!row) throw new Error("a statement that always has a row gave none");
  return row;
}
