import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/access/store";
import { addOptions } from "@/lib/crm/import/add-options";
import { IMPORT_ERRORS_SHOWN_MAX, IMPORT_MS_MAX } from "@/lib/crm/import/limits";
import { labelsOf, type NewOptions, withOptions } from "@/lib/crm/import/new-options";
import { claimsInMemory, planRows, sortPlans } from "@/lib/crm/import/plan-rows";
import { previewLabels, previewOf } from "@/lib/crm/import/preview";
import { readFile } from "@/lib/crm/import/read-file";
import { readColumns, readRows } from "@/lib/crm/import/read-rows";
import type { ImportRecords, ImportResult } from "@/lib/crm/import/schema";
import { getHeldObject, getObject } from "@/lib/crm/objects/get-object";
import { lockObject } from "@/lib/crm/objects/store";
import { addRecords, changeRecords } from "@/lib/crm/records/write-records";
import { writerOf } from "@/lib/crm/records/writer";
import { AppError } from "@/lib/http/app-error";
import { type Db, transaction } from "@/lib/platform/database";

type Body = z.output<typeof ImportRecords>;
type Result = z.input<typeof ImportResult>;

/** The object, which stays as it is; alone in the hands of those who may add options to it. */
async function holdFor(tx: Db, scope: WorkspaceScope, objectSlug: string, body: Body, now: Date) {
  if (!body.create_options) return getHeldObject(tx, scope.workspaceId, objectSlug, now);
  const { id } = await getObject(tx, scope.workspaceId, objectSlug, now);
  await lockObject(tx, id);
  return getObject(tx, scope.workspaceId, objectSlug, now);
}

/**
 * Imports records out of CSV, in one transaction: every valid row or, unless `skip_invalid`, none at the first fault.
 * With `match`, rows update the record that has their value; cells left empty then keep what is there, unless `blank`
 * says that they clear it.
 * @throws AppError not_found; forbidden for `create_options` without the permission to change attributes; invalid for a
 *   file that can't be read, for columns that fit no attribute and, unless `skip_invalid` or a dry run, with one issue
 *   per fault; conflict when another one took a unique value meanwhile
 */
export async function importRecords(
  scope: WorkspaceScope,
  objectSlug: string,
  body: Body,
  now: Date,
): Promise<Result> {
  if (body.create_options && !scope.permissions.has("can_manage_crm")) {
    throw new AppError("forbidden", "Permission denied");
  }
  const { headers, rows: lines } = await readFile(body.csv);
  const { object, preview, ...result } = await transaction(async (tx) => {
    const found = await holdFor(tx, scope, objectSlug, body, now);
    const columns = readColumns(headers, found, body);
    const added: NewOptions = {};
    const { rows, faults: misread } = await readRows(tx, found, columns, body, lines, added);
    const object = withOptions(found, added);
    const { match, blank } = body;
    const judging = { match, blank, claims: claimsInMemory(), holds: !body.dry_run };
    const { plans, faults } = await planRows(tx, object, rows, misread, judging);
    if (faults.length > 0 && !body.skip_invalid && !body.dry_run) {
      const issues = faults.slice(0, IMPORT_ERRORS_SHOWN_MAX).map(({ row, column, message }) => ({
        path: `rows.${row}.${column ?? ""}`,
        message,
      }));
      throw new AppError("invalid", "Some rows are not valid, and nothing was imported.", { issues });
    }
    const sorted = sortPlans(plans);
    const result = {
      is_dry_run: body.dry_run,
      rows: rows.length,
      created: sorted.added.length,
      updated: sorted.changing.length,
      unchanged: sorted.unchanged,
      failed: rows.length - plans.length,
      columns: columns.map(({ header, attribute }) => ({ header, attribute: attribute?.slug ?? null })),
      errors: faults.slice(0, IMPORT_ERRORS_SHOWN_MAX),
      new_options: labelsOf(added),
    };
    const shown = { object, preview: previewOf(object, sorted) };
    if (body.dry_run) return { ...result, ...shown };
    await addOptions(tx, scope.actor, object, added, now);
    const writer = writerOf(scope, "import");
    await changeRecords(tx, writer, object, sorted.changing, now);
    const addedValues = sorted.added.map(({ values }) => values);
    await addRecords(tx, writer, object, addedValues, now);
    const { created, updated, failed } = result;
    const entry = {
      workspaceId: scope.workspaceId,
      action: "crm_records.imported",
      target: { type: "crm_object", id: object.id },
      after: { object: objectSlug, created, updated, failed },
    };
    await recordAudit(tx, scope.actor, entry, now);
    return { ...result, ...shown };
  }, IMPORT_MS_MAX);
  return { ...result, preview, labels: await previewLabels(object, preview) };
}
