import { IMPORT_CHUNK_ROWS, IMPORT_LEFT_SHOWN_MAX } from "@/lib/crm/import/limits";
import { nameOfKey } from "@/lib/crm/import/rules";
import type { LeftRecord } from "@/lib/crm/import/schema";
import {
  findTouched,
  type ImportChange,
  type ImportRow,
  listChanges,
  updateImport,
} from "@/lib/crm/import/store";
import { importWriter } from "@/lib/crm/import/write-plans";
import type { ObjectRow } from "@/lib/crm/objects/store";
import { changesOf, mergeValues } from "@/lib/crm/records/rules";
import { findHolders, findRecords, lockRecords, type RecordRow } from "@/lib/crm/records/store";
import { uniqueKeys } from "@/lib/crm/records/value-keys";
import { changeRecords, deleteRecordsAs } from "@/lib/crm/records/write-records";
import { traitsOf } from "@/lib/crm/values/catalog";
import type { Db } from "@/lib/platform/database";

type Standing = ImportChange & { record: RecordRow };

const CHANGED = "Changed since";
const DELETED = "Deleted since";
const TAKEN = "Another record has its former value";
const NO_OPTION = "Its former value is no option any more";

/** Whether the fields that an import changed still have the values it gave them. */
function isAsImported({ record, after }: Standing): boolean {
  return Object.entries(after).every(
    ([field, value]) => changesOf({ [field]: record.values[field] ?? null }, { [field]: value }).length === 0,
  );
}

/** Whether a value that an import changed was an option that there is no more. */
function wasOption({ attributes, archivedAttributes }: ObjectRow, { before }: Standing): boolean {
  return [...attributes, ...archivedAttributes].some(
    ({ slug, type, options }) =>
      traitsOf(type).choice !== null &&
      [before[slug] ?? []].flat().some((former) => !options.some(({ value }) => value === former)),
  );
}

/** The records whose former unique values another record has taken, or gets back before them. */
async function findTaken(tx: Db, object: ObjectRow, standing: readonly Standing[]): Promise<Set<string>> {
  const keyed = standing.flatMap(({ record, before }) =>
    uniqueKeys(object.attributes, mergeValues({}, before)).map((key) => ({ ...key, recordId: record.id })),
  );
  const holders = await findHolders(tx, keyed);
  const holderOf = new Map(holders.map((holder) => [nameOfKey(holder), holder.recordId]));
  return new Set(
    keyed.flatMap((key) => {
      const holder = holderOf.get(nameOfKey(key)) ?? key.recordId;
      holderOf.set(nameOfKey(key), holder);
      return holder === key.recordId ? [] : [key.recordId];
    }),
  );
}

/**
 * Undoes the next changes of an import, in the transaction that saves the progress. Webhooks are sent; automations
 * don't start. The caller has locked the import and the object.
 * @returns false if nothing is left
 * @throws AppError conflict if another request took a unique value at the same moment
 */
export async function undoBatch(tx: Db, row: ImportRow, object: ObjectRow, now: Date): Promise<boolean> {
  const changes = await listChanges(tx, row.id, row.undoCursor, IMPORT_CHUNK_ROWS);
  const last = changes.at(-1);
  if (!last) return false;
  const ids = changes.map(({ recordId }) => recordId);
  await lockRecords(tx, row.workspaceId, object.id, ids);
  const records = await findRecords(tx, row.workspaceId, object.id, ids);
  const recordOf = new Map(records.map((record) => [record.id, record]));
  const touched = await findTouched(tx, row.id, ids);
  const left: LeftRecord[] = [];
  const leave = (record: RecordRow, reason: string) => {
    left.push({ record_id: record.id, title: record.title, reason });
  };
  const standing = changes.flatMap((change): Standing[] => {
    const record = recordOf.get(change.recordId);
    // A record that is gone, or was created and then deleted, needs no undoing.
    if (!record || (change.kind === "created" && record.deletedAt !== null)) return [];
    const each = { ...change, record };
    const isChanged = touched.has(record.id) || !isAsImported(each);
    if (record.deletedAt === null && !isChanged) return [each];
    leave(record, record.deletedAt === null ? CHANGED : DELETED);
    return [];
  });
  const created = standing.filter(({ kind }) => kind === "created");
  const updated = standing.filter(({ kind }) => kind === "updated");
  const taken = await findTaken(tx, object, updated);
  const restorable = updated.filter((each) => {
    const reason = taken.has(each.record.id) ? TAKEN : wasOption(object, each) ? NO_OPTION : null;
    if (reason !== null) leave(each.record, reason);
    return reason === null;
  });
  const writer = { ...importWriter(row.workspaceId, row.undoneById, row.id), setsOffAutomations: false };
  const createdIds = created.map(({ recordId }) => recordId);
  if (createdIds.length > 0) await deleteRecordsAs(tx, writer, object.slug, createdIds, now);
  const given = restorable.map(({ record, before }) => ({ record, values: before }));
  await changeRecords(tx, writer, object, given, now);
  const change = {
    undoCursor: `${last.kind}/${last.recordId}`,
    deleted: row.deleted + created.length,
    restored: row.restored + restorable.length,
    leftCount: row.leftCount + left.length,
    leftRecords: [...row.leftRecords, ...left].slice(0, IMPORT_LEFT_SHOWN_MAX),
    attempts: 0,
  };
  await updateImport(tx, row.id, change, now);
  return true;
}
