import type { ValueKey } from "@/lib/crm/records/value-keys";
import type { Db } from "@/lib/platform/database";

/** Which records have these values to themselves. */
export async function findHolders(
  tx: Db,
  keys: readonly ValueKey[],
): Promise<(ValueKey & { recordId: string })[]> {
  if (keys.length === 0) return [];
  const attributeIds = keys.map(({ attributeId }) => attributeId);
  const texts = keys.map(({ key }) => key);
  return tx.$queryRaw<(ValueKey & { recordId: string })[]>`
    SELECT u.attribute_id::text AS "attributeId", u.key, u.record_id::text AS "recordId"
    FROM unnest(${attributeIds}::uuid[], ${texts}::text[]) AS wanted(attribute_id, key)
    JOIN crm_unique_value u ON u.attribute_id = wanted.attribute_id AND u.key = wanted.key COLLATE "C"`;
}
