import { IMPORT_CHANGED_SHOWN_MAX, IMPORT_NEW_SHOWN_MAX } from "@/lib/crm/import/limits";
import { movedOn } from "@/lib/crm/import/move-on";
import { type NewOptions, withOptions } from "@/lib/crm/import/new-options";
import { planRows, sortPlans } from "@/lib/crm/import/plan-rows";
import { type Preview, previewOf } from "@/lib/crm/import/preview";
import type { FileRow } from "@/lib/crm/import/read-file";
import { type Column, readRows } from "@/lib/crm/import/read-rows";
import { claimRows, findChunk, type ImportRow, updateChunk, updateImport } from "@/lib/crm/import/store";
import type { ObjectRow } from "@/lib/crm/objects/store";
import type { Db } from "@/lib/platform/database";

/** What the columns of an import were mapped to. */
function columnsOf(row: ImportRow, object: ObjectRow): Column[] {
  return row.columns.map(({ header, attribute: slug }) => ({
    header,
    attribute: object.attributes.find((each) => each.slug === slug) ?? null,
  }));
}

function joined(before: Preview, more: Preview): Preview {
  const all = [...before, ...more];
  const changed = all.filter((each) => each.before !== null).slice(0, IMPORT_CHANGED_SHOWN_MAX);
  return [...changed, ...all.filter((each) => each.before === null).slice(0, IMPORT_NEW_SHOWN_MAX)];
}

/**
 * Validates the next rows of an import and stores the valid ones, ready to be written. The caller has locked the
 * import.
 * @returns false if no rows are left
 */
export async function checkChunk(tx: Db, row: ImportRow, object: ObjectRow, now: Date): Promise<boolean> {
  const lines = await findChunk<FileRow>(tx, row.id, row.position);
  if (lines === null) return false;
  const added: NewOptions = { ...row.newOptions };
  const read = await readRows(tx, object, columnsOf(row, object), row.options, lines, added);
  const whole = withOptions(object, added);
  const { match, blank } = row.options;
  const claims = (some: Parameters<typeof claimRows>[2]) => claimRows(tx, row.id, some);
  const judging = { match, blank, claims, holds: false };
  const { plans, faults } = await planRows(tx, whole, read.rows, read.faults, judging);
  const sorted = sortPlans(plans);
  await updateChunk(
    tx,
    row.id,
    row.position,
    plans.map(({ number, given }) => ({ number, given })),
  );
  const change = {
    ...movedOn(row, lines.length, plans, sorted, faults),
    preview: joined(row.preview, previewOf(whole, sorted)),
    newOptions: added,
  };
  await updateImport(tx, row.id, change, now);
  return true;
}
