import { v7 as uuidv7 } from "uuid";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/audit/store";
import { addOptions } from "@/lib/crm/import/add-options";
import { beginImport } from "@/lib/crm/import/begin-import";
import {
  IMPORT_BATCH_TRIES_MAX,
  IMPORT_ERRORS_SHOWN_MAX,
  IMPORT_INLINE_ROWS_MAX,
  IMPORT_MS_MAX,
} from "@/lib/crm/import/limits";
import { type NewOptions, namesOf, withOptions } from "@/lib/crm/import/new-options";
import { claimsInMemory, planRows, sortPlans } from "@/lib/crm/import/plan-rows";
import { previewLabels, previewOf } from "@/lib/crm/import/preview";
import { type FileRow, inFileTurn, readFile } from "@/lib/crm/import/read-file";
import { readColumns, readRows } from "@/lib/crm/import/read-rows";
import { undoUntil } from "@/lib/crm/import/rules";
import type { CrmImportDetail, ImportRecords, ImportResult } from "@/lib/crm/import/schema";
import { insertImport } from "@/lib/crm/import/store";
import { importWriter, writePlans } from "@/lib/crm/import/write-plans";
import { getLockedObject, getObject } from "@/lib/crm/objects/get-object";
import { lockObject } from "@/lib/crm/objects/store";
import { Accepted } from "@/lib/http/answers";
import { AppError } from "@/lib/http/app-error";
import { type Db, transaction } from "@/lib/platform/database";

type Body = ImportRecords;
type Result = ImportResult;

/** Locks the object: shared, or exclusively if options may be added to it. */
async function lockFor(tx: Db, scope: WorkspaceScope, objectSlug: string, body: Body, now: Date) {
  if (!body.create_options) return getLockedObject(tx, scope.workspaceId, objectSlug, now);
  const { id } = await getObject(tx, scope.workspaceId, objectSlug, now);
  await lockObject(tx, id);
  return getObject(tx, scope.workspaceId, objectSlug, now);
}

/** Imports a file in one transaction: every valid row or, unless `skip_invalid`, none if there is any error. */
async function importNow(
  scope: WorkspaceScope,
  objectSlug: string,
  { csv: _, dry_run: isDryRun, background: __, file_name: fileName, ...options }: Body,
  { headers, rows: lines }: { headers: string[]; rows: FileRow[] },
  now: Date,
): Promise<Result> {
  const { object, preview, ...result } = await transaction(async (tx) => {
    const found = await lockFor(tx, scope, objectSlug, { ...options } as Body, now);
    const columns = readColumns(headers, found, options);
    const added: NewOptions = {};
    const { rows, faults: misread } = await readRows(tx, found, columns, options, lines, added);
    const object = withOptions(found, added);
    const { match, blank } = options;
    const judging = { match, blank, claims: claimsInMemory(), holds: !isDryRun };
    const { plans, faults } = await planRows(tx, object, rows, misread, judging);
    if (faults.length > 0 && !options.skip_invalid && !isDryRun) {
      const issues = faults.slice(0, IMPORT_ERRORS_SHOWN_MAX).map(({ row, column, message }) => ({
        path: `rows.${row}.${column ?? ""}`,
        message,
      }));
      throw new AppError("invalid", "Some rows are not valid, and nothing was imported.", { issues });
    }
    const sorted = sortPlans(plans);
    const counts = {
      rows: rows.length,
      created: sorted.added.length,
      updated: sorted.changing.length,
      unchanged: sorted.unchanged,
      failed: rows.length - plans.length,
    };
    const named = columns.map(({ header, attribute }) => ({ header, attribute: attribute?.slug ?? null }));
    const errors = faults.slice(0, IMPORT_ERRORS_SHOWN_MAX);
    const importId = isDryRun ? null : uuidv7();
    const preview = previewOf(object, sorted);
    const result = {
      import_id: importId,
      is_dry_run: isDryRun,
      ...counts,
      columns: named,
      errors,
      new_options: namesOf(added),
      object,
      preview,
    };
    if (importId === null) return result;
    const { workspaceId, actor } = scope;
    const row = {
      id: importId,
      workspaceId,
      objectId: object.id,
      state: "done",
      fileName: fileName || null,
      isDryRun,
      options,
      columns: named,
      newOptions: added,
      ...counts,
      isChecked: true,
      rowsDone: counts.rows,
      errors,
      preview,
      undoUntil: counts.created + counts.updated > 0 ? undoUntil(now) : null,
      createdById: actor.developerId,
      finishedAt: now,
    };
    await insertImport(tx, row, now);
    await addOptions(tx, actor, object, added, now);
    await writePlans(
      tx,
      importWriter(workspaceId, actor.developerId, importId),
      importId,
      object,
      sorted,
      now,
    );
    const { created, updated, failed } = counts;
    const entry = {
      action: "crm_records.imported",
      target: { type: "crm_object", id: object.id },
      after: { object: objectSlug, import_id: importId, created, updated, failed },
    };
    await recordAudit(tx, { workspaceId, actor }, entry, now);
    return result;
  }, IMPORT_MS_MAX);
  return { ...result, preview, labels: await previewLabels(object, preview) };
}

/**
 * Imports a file, again if another request took a unique value meanwhile: now the row finds the record that has it, which
 * it matches or is told of.
 */
async function importOrRepeat(triesLeft: number, ...given: Parameters<typeof importNow>): Promise<Result> {
  return importNow(...given).catch((error: unknown) => {
    if (triesLeft === 0 || !(error instanceof AppError) || error.code !== "conflict") throw error;
    return importOrRepeat(triesLeft - 1, ...given);
  });
}

/**
 * Imports records from CSV: a file of up to `IMPORT_INLINE_ROWS_MAX` rows at once, in one transaction; a larger one, or
 * with `background`, as a job. With `match`, rows update the record that has their value; empty cells then keep the
 * record's values, unless `blank` says to clear them.
 * @returns the result, or the import to follow
 * @throws AppError not_found; forbidden for `create_options` without the permission to change attributes; invalid for a
 *   file that can't be read, for columns that fit no attribute and, unless `skip_invalid` or a dry run, with one issue
 *   per error; conflict if other requests took unique values again and again, and with too many unfinished imports
 */
export async function importRecords(
  scope: WorkspaceScope,
  objectSlug: string,
  body: Body,
  now: Date,
): Promise<Result | Accepted<CrmImportDetail>> {
  if (body.create_options && !scope.permissions.has("can_manage_crm")) {
    throw new AppError("forbidden", "Permission denied");
  }
  const file = await inFileTurn(scope.workspaceId, async () => {
    const read = await readFile(body.csv);
    if (!body.background && read.rows.length <= IMPORT_INLINE_ROWS_MAX) return read;
    return new Accepted(await beginImport(scope, objectSlug, body, read, now));
  });
  if (file instanceof Accepted) return file;
  return importOrRepeat(IMPORT_BATCH_TRIES_MAX - 1, scope, objectSlug, body, file, now);
}
