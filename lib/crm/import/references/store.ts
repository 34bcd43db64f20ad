import type { Db } from "@/lib/platform/database";
import { nameKey } from "@/lib/platform/name-key";

/**
 * The live records with an attribute's keys, at most two per key: one is a match, two are ambiguous. Only live records
 * have keys.
 */
export async function findRecordsByKey(
  tx: Db,
  attributeId: string,
  keys: readonly string[],
): Promise<{ key: string; recordId: string }[]> {
  return tx.$queryRaw<{ key: string; recordId: string }[]>`
    SELECT wanted.key, found.record_id::text AS "recordId"
    FROM (SELECT DISTINCT key FROM unnest(${keys}::text[]) AS key) AS wanted
    CROSS JOIN LATERAL (
      SELECT v.record_id FROM crm_value_key v
      WHERE v.attribute_id = ${attributeId}::uuid AND v.key = wanted.key COLLATE "C" LIMIT 2
    ) AS found`;
}

export type NamedMember = { id: string; name: string; email: string };

/** Active members of a workspace whose name or email address is one of these texts, as names are compared. */
export async function findMembersNamed(
  tx: Db,
  workspaceId: string,
  texts: readonly string[],
): Promise<NamedMember[]> {
  const wanted = texts.map(nameKey);
  return tx.$queryRaw<NamedMember[]>`
    SELECT d.id::text, d.name, d.email FROM workspace_member m JOIN developer d ON d.id = m.developer_id
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.status = 'active' AND d.is_active
      AND (lower(d.email) = ANY(${wanted}::text[]) OR normalize(lower(d.name)) = ANY(${wanted}::text[]))`;
}
