import type { Operator } from "@/lib/access/operators/operator";
import { LOAD_WEIGHTS, LOADS_SHOWN_HOURS, LOADS_SHOWN_MAX } from "@/lib/operators/service/limits";
import type { WorkspaceLoad } from "@/lib/operators/service/schema";
import { countLoad, findWorkspaceNames, LOAD_KINDS, type LoadKind } from "@/lib/operators/service/store";
import { HOUR_MS } from "@/lib/platform/limits";
import { log } from "@/lib/platform/log";

type Counts = Record<LoadKind, number | null>;

/** What is counted of a workspace in which nothing was; null of kinds that could not be counted. */
function emptyCounts(missing: ReadonlySet<LoadKind>): Counts {
  return Object.fromEntries(LOAD_KINDS.map((kind) => [kind, missing.has(kind) ? null : 0])) as Counts;
}

function weightOf(counts: Counts): number {
  return LOAD_KINDS.reduce((sum, kind) => sum + (counts[kind] ?? 0) * LOAD_WEIGHTS[kind], 0);
}

/**
 * The workspaces that made most work in the last 24 hours, at most 20: of the latest 50,000 deliveries, automation runs,
 * product events and tracker samples each. A kind that can't be counted within 2 s is null.
 */
export async function listWorkspaceLoads(operator: Operator, now: Date): Promise<WorkspaceLoad[]> {
  const since = new Date(now.getTime() - LOADS_SHOWN_HOURS * HOUR_MS);
  const missing = new Set<LoadKind>();
  const counted = await Promise.all(
    LOAD_KINDS.map(async (kind) => {
      const rows = await countLoad(operator, kind, since).catch((error: unknown) => {
        log.warn({ err: error, kind }, "the load of workspaces could not be counted");
        missing.add(kind);
        return [];
      });
      return { kind, rows };
    }),
  );
  const byWorkspace = new Map<string, Counts>();
  for (const { kind, rows } of counted) {
    for (const { workspaceId, count } of rows) {
      const counts = byWorkspace.get(workspaceId) ?? emptyCounts(missing);
      counts[kind] = count;
      byWorkspace.set(workspaceId, counts);
    }
  }
  const busiest = [...byWorkspace]
    .sort(([idA, a], [idB, b]) => weightOf(b) - weightOf(a) || (idA < idB ? -1 : 1))
    .slice(0, LOADS_SHOWN_MAX);
  const names = await findWorkspaceNames(
    operator,
    busiest.map(([id]) => id),
  );
  return busiest.flatMap(([workspaceId, counts]) => {
    const named = names.get(workspaceId);
    return named ? [{ workspace_id: workspaceId, ...named, ...counts }] : [];
  });
}
