import { pool } from "@/lib/platform/database";
import { BUILT_IN_LAYER } from "@/lib/tracker/enrichment/built-in-rules";
import type { RuleLayer } from "@/lib/tracker/enrichment/category-rules";
import { BUILT_IN_VERSION, RULE_LAYERS_KEPT_MAX } from "@/lib/tracker/enrichment/limits";
import type { Rules } from "@/lib/tracker/enrichment/rules";
import { compileWritten, type WrittenRule } from "@/lib/tracker/enrichment/written-rules";

/** A version of rules that was put in force for a project's workspace or for a person. */
type Version = { ownerId: string; setId: string; version: number; isOwn: boolean };

async function listVersions(
  developerIds: readonly string[],
  projectIds: readonly string[],
): Promise<Version[]> {
  const { rows } = await pool().query<Version>(
    `SELECT p.id AS "ownerId", s.id AS "setId", s.version, false AS "isOwn"
     FROM project p JOIN tracker_rule_set s ON s.workspace_id = p.workspace_id
     WHERE p.id = ANY($1::uuid[]) AND s.version > 0
     UNION ALL
     SELECT s.developer_id, s.id, s.version, true
     FROM tracker_rule_set s WHERE s.developer_id = ANY($2::uuid[]) AND s.version > 0
     ORDER BY 1`,
    [projectIds, developerIds],
  );
  return rows;
}

const kept = new Map<string, RuleLayer>();

/** The compiled rules of the given versions; if a set has a newer version by now, the newer one's. */
async function layersOf(versions: readonly Version[]): Promise<Map<string, RuleLayer>> {
  const missing = versions.filter(({ setId, version }) => !kept.has(`${setId}.${version}`));
  const found = new Map<string, RuleLayer>();
  if (missing.length > 0) {
    const { rows } = await pool().query<{ id: string; version: number; applied: WrittenRule[] }>(
      "SELECT id, version, applied FROM tracker_rule_set WHERE id = ANY($1::uuid[])",
      [[...new Set(missing.map(({ setId }) => setId))]],
    );
    if (kept.size + rows.length > RULE_LAYERS_KEPT_MAX) kept.clear();
    for (const { id, version, applied } of rows) {
      const isOwn = missing.some(({ setId, isOwn }) => isOwn && setId === id);
      const layer = compileWritten(isOwn ? "own" : "workspace", applied);
      found.set(id, layer);
      kept.set(`${id}.${version}`, layer);
    }
  }
  for (const { setId, version } of versions) {
    const layer = kept.get(`${setId}.${version}`) ?? found.get(setId);
    if (layer) found.set(setId, layer);
  }
  return found;
}

/** The rules that apply to people's samples by project, and whether they are still in force. */
export type RulesInForce = {
  of(developerId: string, boundProjectId: string): Rules;
  /** The rules that people wrote, one by one. */
  written(developerId: string, boundProjectId: string): { own?: RuleLayer; workspace?: RuleLayer };
  stillHold(): Promise<boolean>;
};

const BUILT_IN: Rules = { layers: [BUILT_IN_LAYER], version: `${BUILT_IN_VERSION}.0.0` };

/**
 * The rules now in force for the given people and projects. A person's own rules come first, then those of the
 * workspace whose project the device was bound to, then the built-in ones.
 */
export async function findRulesInForce(
  developerIds: readonly string[],
  boundProjectIds: readonly string[],
): Promise<RulesInForce> {
  const asked = [[...new Set(developerIds)], [...new Set(boundProjectIds)]] as const;
  const versions = await listVersions(...asked);
  const layers = await layersOf(versions);
  const versionOf = new Map(versions.map((version) => [version.ownerId, version]));
  const rulesOf = new Map<string, Rules>();
  const combine = (own: Version | undefined, workspace: Version | undefined): Rules => {
    if (!own && !workspace) return BUILT_IN;
    const key = `${own?.setId} ${workspace?.setId}`;
    const written = [own, workspace].flatMap((version) => (version && layers.get(version.setId)) ?? []);
    const rules = rulesOf.get(key) ?? {
      layers: [...written, BUILT_IN_LAYER],
      version: `${BUILT_IN_VERSION}.${workspace?.version ?? 0}.${own?.version ?? 0}`,
    };
    rulesOf.set(key, rules);
    return rules;
  };
  const layerOf = (ownerId: string) => layers.get(versionOf.get(ownerId)?.setId ?? "");
  return {
    written: (developerId, boundProjectId) => {
      const [own, workspace] = [layerOf(developerId), layerOf(boundProjectId)];
      return { ...(own && { own }), ...(workspace && { workspace }) };
    },
    of: (developerId, boundProjectId) => combine(versionOf.get(developerId), versionOf.get(boundProjectId)),
    stillHold: async () => JSON.stringify(await listVersions(...asked)) === JSON.stringify(versions),
  };
}
