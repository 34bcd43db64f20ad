import { db } from "@/lib/platform/database";

/** A rule that applies to a developer's samples of a project, as it was written; null if it no longer does. */
export async function findWrittenRule(
  developerId: string,
  projectId: string,
  ruleId: string,
): Promise<{ kind: string; value: string } | null> {
  const [row] = await db().$queryRaw<{ kind: string; value: string }[]>`
    SELECT rule->>'kind' AS kind, rule->>'value' AS value
    FROM tracker_rule_set s CROSS JOIN LATERAL jsonb_array_elements(s.applied) AS rule
    WHERE (s.developer_id = ${developerId}::uuid
        OR s.workspace_id = (SELECT workspace_id FROM project WHERE id = ${projectId}::uuid))
      AND rule->>'id' = ${ruleId}
    LIMIT 1`;
  return row ?? null;
}

/** The keys of projects that a developer is a member of, by id. */
export async function findKeysOf(
  developerId: string,
  projectIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db().project.findMany({
    where: { id: { in: [...projectIds] }, members: { some: { developerId } } },
    select: { id: true, key: true },
  });
  return new Map(rows.map(({ id, key }) => [id, key]));
}
