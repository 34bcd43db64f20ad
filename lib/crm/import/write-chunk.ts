import { movedOn } from "@/lib/crm/import/move-on";
import { claimsInMemory, planRows, sortPlans } from "@/lib/crm/import/plan-rows";
import type { GivenRow } from "@/lib/crm/import/read-rows";
import { findChunk, type ImportRow, updateImport } from "@/lib/crm/import/store";
import { importWriter, writePlans } from "@/lib/crm/import/write-plans";
import type { ObjectRow } from "@/lib/crm/objects/store";
import type { Db } from "@/lib/platform/database";

/**
 * Writes the next rows of an import, in the transaction that saves the progress: however often it is interrupted, each
 * row is written once. Rows are validated again, because records may have changed since the check; those that are no
 * longer valid are left out and listed. The caller has locked the import and the object.
 * @returns false if no rows are left
 * @throws AppError conflict if another request took a unique value at the same moment
 */
export async function writeChunk(tx: Db, row: ImportRow, object: ObjectRow, now: Date): Promise<boolean> {
  const rows = await findChunk<GivenRow>(tx, row.id, row.position);
  if (rows === null) return false;
  const { match, blank } = row.options;
  const judging = { match, blank, claims: claimsInMemory(), holds: true };
  const { plans, faults } = await planRows(tx, object, rows, [], judging);
  const sorted = sortPlans(plans);
  await writePlans(tx, importWriter(row.workspaceId, row.createdById, row.id), row.id, object, sorted, now);
  await updateImport(tx, row.id, movedOn(row, rows.length, plans, sorted, faults), now);
  return true;
}
