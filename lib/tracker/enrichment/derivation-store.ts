import { pool } from "@/lib/platform/database";
import type { Derivation } from "@/lib/tracker/enrichment/rules";
import { INTERVAL_S_MAX } from "@/lib/tracker/ingest/limits";

/**
 * Stores derivations by sample id, replacing earlier ones. Samples erased since they were read are skipped.
 * @param ends seconds since 1970 between which all that is counted of the samples ends
 */
export async function upsertDerivations(
  derivations: ReadonlyMap<string, Derivation>,
  ends: { first: number; last: number },
): Promise<void> {
  if (derivations.size === 0) return;
  const rows = Array.from(derivations, ([id, d]) => ({
    id,
    p: d.projectId,
    c: d.confidence,
    g: d.category,
    r: d.ruleId,
    t: d.taskKey,
    s: d.signal,
    sp: d.suggestedProjectId,
    st: d.suggestedTaskKey,
    v: d.version,
  }));
  await pool().query(
    `INSERT INTO tracker_derivation
       (sample_id, project_id, confidence, category, rule_id, task_key, signal, suggested_project_id, suggested_task_key,
        version)
     SELECT x.id, p, c, g, r, t, s, sp, st, v
     FROM jsonb_to_recordset($1::jsonb)
       AS x(id bigint, p uuid, c real, g text, r text, t text, s text, sp uuid, st text, v text)
     JOIN (
       SELECT id FROM tracker_event_sample
       WHERE id = ANY($2::bigint[]) AND ts >= to_timestamp($3) AND ts < to_timestamp($4)
       ORDER BY id FOR KEY SHARE
     ) there ON there.id = x.id
     ORDER BY x.id
     ON CONFLICT (sample_id) DO UPDATE SET project_id = EXCLUDED.project_id, confidence = EXCLUDED.confidence,
       category = EXCLUDED.category, rule_id = EXCLUDED.rule_id, task_key = EXCLUDED.task_key,
       signal = EXCLUDED.signal, suggested_project_id = EXCLUDED.suggested_project_id,
       suggested_task_key = EXCLUDED.suggested_task_key, version = EXCLUDED.version`,
    [
      JSON.stringify(rows),
      rows.map(({ id }) => id),
      // Pieces of samples end before them, and what an editor sent ends after its time.
      ends.first - INTERVAL_S_MAX,
      ends.last + INTERVAL_S_MAX + 1,
    ],
  );
}
