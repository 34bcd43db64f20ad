import { movedOn } from "@/lib/crm/import/move-on";
import { claimsInMemory, planRows, sortPlans } from "@/lib/crm/import/plan-rows";
import type { GivenRow } from "@/lib/crm/import/read-rows";
import { findChunk, type ImportRow, updateImport } from "@/lib/crm/import/store";
import { importWriter, writePlans } from "@/lib/crm/import/write-plans";
import type { ObjectRow } from "@/lib/crm/objects/store";
import type { Db } from "@/lib/platform/database";

/**
 * Writes the next rows of an import, in the transaction that moves it on: however often it is cut off, each row is
 * written once. Rows are judged again, because records may have changed since the check; what is not valid any more is
 * left out and listed. The caller holds the import and the object.
 * @returns false where no rows are left
 * @throws AppError conflict when another one took a unique value at the same moment
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
