import { IMPORT_ERRORS_KEPT_MAX } from "@/lib/crm/import/limits";
import type { sortPlans } from "@/lib/crm/import/plan-rows";
import type { ImportRow } from "@/lib/crm/import/store";

/** An import's progress after a chunk of `rows` rows was checked, of which `plans` were valid. */
export function movedOn(
  row: ImportRow,
  rows: number,
  plans: readonly unknown[],
  sorted: ReturnType<typeof sortPlans>,
  faults: ImportRow["errors"],
) {
  return {
    position: row.position + 1,
    rowsDone: row.rowsDone + rows,
    created: row.created + sorted.added.length,
    updated: row.updated + sorted.changing.length,
    unchanged: row.unchanged + sorted.unchanged,
    failed: row.failed + rows - plans.length,
    errors: [...row.errors, ...faults].slice(0, IMPORT_ERRORS_KEPT_MAX),
    attempts: 0,
  };
}
