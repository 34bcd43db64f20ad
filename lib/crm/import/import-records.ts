import type { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { recordAudit } from "@/lib/access/store";
import { checkValues } from "@/lib/crm/attributes/rules";
import type { Values } from "@/lib/crm/attributes/schema";
import { IMPORT_ERRORS_SHOWN_MAX, IMPORT_MS_MAX } from "@/lib/crm/import/limits";
import { invalidFile, readFile } from "@/lib/crm/import/read-file";
import {
  type Column as AnyColumn,
  doubledColumn,
  matchColumns,
  nameOfKey,
  readCell,
} from "@/lib/crm/import/rules";
import type { ImportRecords, ImportResult } from "@/lib/crm/import/schema";
import { getHeldObject, type ObjectRow } from "@/lib/crm/objects/get-object";
import type { AttributeRow } from "@/lib/crm/objects/store";
import { findBrokenReferences } from "@/lib/crm/records/check-references";
import { changesOf, mergeValues } from "@/lib/crm/records/rules";
import { findHolders, type RecordRow } from "@/lib/crm/records/store";
import { uniqueKeys } from "@/lib/crm/records/value-keys";
import { addRecords, changeRecords, holdRecords } from "@/lib/crm/records/write-records";
import { writerOf } from "@/lib/crm/records/writer";
import { AppError } from "@/lib/http/app-error";
import { type Db, transaction } from "@/lib/platform/database";

type Body = z.output<typeof ImportRecords>;
type Column = AnyColumn<AttributeRow>;
type RowFault = z.input<typeof ImportResult>["errors"][number];
type Row = { number: number; given: Values };
/** What becomes of a valid row: a new record, or new values of the one it matches. */
type Plan = Row & { values: Values; record: RecordRow | null };

function readColumns(headers: readonly string[], object: ObjectRow, { mapping }: Body): Column[] {
  for (const [header, slug] of Object.entries(mapping ?? {})) {
    if (!headers.includes(header)) throw invalidFile(`mapping.${header}`, "No such column");
    if (slug !== null && !object.attributes.some((attribute) => attribute.slug === slug)) {
      throw invalidFile(`mapping.${header}`, `No attribute ${slug}`);
    }
  }
  const columns = matchColumns(headers, object.attributes, mapping);
  const doubled = doubledColumn(columns);
  if (doubled !== null)
    throw invalidFile(`mapping.${doubled}`, "Two columns are taken for the same attribute");
  if (columns.every(({ attribute }) => attribute === null))
    throw invalidFile("csv", "No column is an attribute");
  return columns;
}

function getMatch(
  object: ObjectRow,
  columns: readonly Column[],
  slug: string | undefined,
): AttributeRow | null {
  if (slug === undefined) return null;
  const attribute = object.attributes.find((each) => each.slug === slug);
  if (!attribute?.isUnique) throw invalidFile("match", "Not a unique attribute");
  if (!columns.some((column) => column.attribute?.slug === slug)) {
    throw invalidFile("match", "No column holds it");
  }
  return attribute;
}

/** The records that rows match, by row; a row whose value no record has is missing. */
async function findMatches(
  tx: Db,
  workspaceId: string,
  object: ObjectRow,
  match: AttributeRow | null,
  rows: readonly Row[],
): Promise<Map<number, RecordRow>> {
  if (match === null) return new Map();
  const keyed = rows.flatMap((row) => {
    const { values } = checkValues([match], row.given, "update");
    return uniqueKeys([match], values).map((key) => ({ ...key, number: row.number }));
  });
  const holders = await findHolders(tx, keyed);
  const ids = [...new Set(holders.map(({ recordId }) => recordId))];
  const records = ids.length === 0 ? [] : await holdRecords(tx, workspaceId, object, ids);
  const recordOf = new Map(records.map((record) => [record.id, record]));
  const recordIdOf = new Map(holders.map((holder) => [nameOfKey(holder), holder.recordId]));
  return new Map(
    keyed.flatMap((key) => {
      const record = recordOf.get(recordIdOf.get(nameOfKey(key)) ?? "");
      return record ? [[key.number, record] as const] : [];
    }),
  );
}

/** Faults of values that must be one record's own: those that another record has, or an earlier row. */
async function findDoubles(
  tx: Db,
  object: ObjectRow,
  plans: readonly Plan[],
): Promise<Map<number, RowFault[]>> {
  const claims = plans.flatMap(({ number, values, record }) =>
    uniqueKeys(object.attributes, values).map((key) => ({ ...key, number, recordId: record?.id ?? null })),
  );
  const holders = await findHolders(tx, claims);
  const holderOf = new Map(holders.map((holder) => [nameOfKey(holder), holder.recordId]));
  const firstRowOf = new Map<string, number>();
  const faults = new Map<number, RowFault[]>();
  for (const { number, recordId, ...key } of claims) {
    const name = nameOfKey(key);
    const column = object.attributes.find(({ id }) => id === key.attributeId)?.slug ?? null;
    const holder = holderOf.get(name);
    const firstRow = firstRowOf.get(name);
    const message =
      firstRow !== undefined
        ? `The same value as in row ${firstRow}`
        : holder !== undefined && holder !== recordId
          ? "Another record has this value"
          : null;
    if (message === null) firstRowOf.set(name, number);
    else faults.set(number, [...(faults.get(number) ?? []), { row: number, column, message }]);
  }
  return faults;
}

/** Reads every row, and tells which are valid, what is to become of them and what is wrong with the others. */
async function planImport(
  tx: Db,
  object: ObjectRow,
  columns: readonly Column[],
  rows: readonly Row[],
  body: Body,
) {
  const match = getMatch(object, columns, body.match);
  const matches = await findMatches(tx, object.workspaceId, object, match, rows);
  const errors: RowFault[] = [];
  const checked = rows.flatMap((row): Plan[] => {
    const record = matches.get(row.number) ?? null;
    const { values, issues } = checkValues(object.attributes, row.given, record ? "update" : "create");
    const faults = issues.map(({ path, message }) => ({
      row: row.number,
      column: path.slice("values.".length),
      message,
    }));
    errors.push(...faults);
    return faults.length === 0 ? [{ ...row, values, record }] : [];
  });
  const broken = await findBrokenReferences(
    tx,
    object.workspaceId,
    object.attributes,
    checked.map(({ values }) => values),
  );
  const brokenRows = new Set(broken.map(({ index }) => index));
  errors.push(
    ...broken.map(({ index, path, message }) => ({
      row: checked[index]?.number ?? 0,
      column: path.slice("values.".length),
      message,
    })),
  );
  const whole = checked.filter((_, index) => !brokenRows.has(index));
  const doubles = await findDoubles(tx, object, whole);
  errors.push(...[...doubles.values()].flat());
  return {
    plans: whole.filter(({ number }) => !doubles.has(number)),
    errors: errors.sort((a, b) => a.row - b.row),
  };
}

/**
 * Imports records out of CSV, in one transaction: every valid row or, unless `skip_invalid`, none at the first fault.
 * With `match`, rows update the record that has their value; cells left empty then empty the record's value.
 * @throws AppError not_found; invalid for a file that can't be read, for columns that fit no attribute and, unless
 *   `skip_invalid` or a dry run, with one issue per fault; conflict when another one took a unique value meanwhile
 */
export async function importRecords(
  scope: WorkspaceScope,
  objectSlug: string,
  body: Body,
  now: Date,
): Promise<z.input<typeof ImportResult>> {
  const { headers, rows: lines } = readFile(body.csv);
  return transaction(async (tx) => {
    const object = await getHeldObject(tx, scope.workspaceId, objectSlug, now);
    const columns = readColumns(headers, object, body);
    const rows = lines.map(({ number, cells }) => ({
      number,
      given: Object.fromEntries(
        columns.flatMap(({ attribute }, index) =>
          attribute === null ? [] : [[attribute.slug, readCell(attribute, cells[index] ?? "")]],
        ),
      ),
    }));
    const { plans, errors } = await planImport(tx, object, columns, rows, body);
    if (errors.length > 0 && !body.skip_invalid && !body.dry_run) {
      const issues = errors.slice(0, IMPORT_ERRORS_SHOWN_MAX).map(({ row, column, message }) => ({
        path: `rows.${row}.${column ?? ""}`,
        message,
      }));
      throw new AppError("invalid", "Some rows are not valid, and nothing was imported.", { issues });
    }
    const added = plans.filter(({ record }) => record === null);
    const matched = plans.flatMap(({ record, values }) => (record ? [{ record, values }] : []));
    const changing = matched.filter(
      ({ record, values }) => changesOf(record.values, mergeValues(record.values, values)).length > 0,
    );
    const result = {
      is_dry_run: body.dry_run,
      rows: rows.length,
      created: added.length,
      updated: changing.length,
      unchanged: matched.length - changing.length,
      failed: rows.length - plans.length,
      columns: columns.map(({ header, attribute }) => ({ header, attribute: attribute?.slug ?? null })),
      errors: errors.slice(0, IMPORT_ERRORS_SHOWN_MAX),
    };
    if (body.dry_run) return result;
    const writer = writerOf(scope, "import");
    await changeRecords(tx, writer, object, changing, now);
    await addRecords(
      tx,
      writer,
      object,
      added.map(({ values }) => values),
      now,
    );
    const { created, updated, failed } = result;
    const entry = {
      workspaceId: scope.workspaceId,
      action: "crm_records.imported",
      target: { type: "crm_object", id: object.id },
      after: { object: objectSlug, created, updated, failed },
    };
    await recordAudit(tx, scope.actor, entry, now);
    return result;
  }, IMPORT_MS_MAX);
}
