import { namesOf } from "@/lib/crm/import/new-options";
import { canUndo } from "@/lib/crm/import/rules";
import type { CrmImport, CrmImportDetail } from "@/lib/crm/import/schema";
import type { ImportRow } from "@/lib/crm/import/store";

/** An import in a list. */
export function presentImport(row: ImportRow, now: Date): CrmImport {
  return {
    id: row.id,
    object: row.object.slug,
    state: row.state,
    is_dry_run: row.isDryRun,
    file_name: row.fileName,
    rows: row.rows,
    rows_done: row.rowsDone,
    created: row.created,
    updated: row.updated,
    unchanged: row.unchanged,
    failed: row.failed,
    error: row.error,
    can_undo: canUndo(row, now),
    undo_until: row.undoUntil?.toISOString() ?? null,
    restored: row.restored,
    deleted: row.deleted,
    left: row.leftCount,
    created_by_id: row.createdById,
    created_by_name: row.createdBy?.name ?? null,
    undone_by_name: row.undoneBy?.name ?? null,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    undone_at: row.undoneAt?.toISOString() ?? null,
  };
}

/** An import with everything stored about it. */
export function presentImportDetail(
  row: ImportRow,
  labels: Record<string, string>,
  now: Date,
): CrmImportDetail {
  return {
    ...presentImport(row, now),
    match: row.options.match ?? null,
    blank: row.options.blank,
    skip_invalid: row.options.skip_invalid,
    columns: row.columns,
    errors: row.errors,
    preview: row.preview,
    labels,
    new_options: namesOf(row.newOptions),
    left_records: row.leftRecords,
  };
}
