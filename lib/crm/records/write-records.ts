import { v7 as uuidv7 } from "uuid";
import { checkValues } from "@/lib/crm/attributes/rules";
import type { Values } from "@/lib/crm/attributes/schema";
import { getLockedObject, type ObjectRow } from "@/lib/crm/objects/get-object";
import { type RecordChange, recordsChanged } from "@/lib/crm/records/changed";
import { checkReferences } from "@/lib/crm/records/check-references";
import { RECORD_BYTES_MAX, UNKNOWN_NAMES_SHOWN_MAX } from "@/lib/crm/records/limits";
import { abridged, changesOf, firstValues, mergeValues, shownValues } from "@/lib/crm/records/rules";
import type { FieldChange } from "@/lib/crm/records/schema";
import {
  claimUnique,
  deleteKeys,
  deleteKeysOf,
  findHolders,
  findRecords,
  insertKeys,
  insertRecords,
  insertTimeline,
  lockRecords,
  type RecordKey,
  type RecordRow,
  setDeleted,
  updateRecordRows,
} from "@/lib/crm/records/store";
import {
  indexKeys,
  keyDocument,
  searchText,
  titleOf,
  uniqueKeys,
  type ValueKey,
} from "@/lib/crm/records/value-keys";
import type { Writer } from "@/lib/crm/records/writer";
import { AppError, type Issue, invalidBody } from "@/lib/http/app-error";
import type { Db } from "@/lib/platform/database";

/*
 * All changes of records go through here, whoever makes them: people, imports, forms, automations. Each takes the
 * caller's transaction and the slug of an object of the writer's workspace, and does all that a change consists of.
 */

export type Given = Readonly<Record<string, unknown>>;

/** One issue per unknown attribute name, up to a number beyond which more would not help. */
function unknownNames({ attributes, archivedAttributes }: ObjectRow, given: Given): Issue[] {
  const inUse = new Set(attributes.map(({ slug }) => slug));
  const archived = new Set(archivedAttributes.map(({ slug }) => slug));
  const unknown = Object.keys(given).filter((name) => !inUse.has(name));
  return unknown.slice(0, UNKNOWN_NAMES_SHOWN_MAX).map((name) => ({
    path: `values.${name}`,
    message: archived.has(name) ? "This attribute is archived" : "No such attribute",
  }));
}

/**
 * Values in their stored form. People and programs get errors for misspelt names; forms and automations may have been
 * set up with attributes that are gone, so those are dropped.
 * @throws AppError invalid that names every invalid value
 */
function parseValues(
  { actor }: Writer,
  object: ObjectRow,
  given: Given,
  mode: "create" | "update",
  held: readonly Values[] = [],
): Values {
  const unknown = actor.kind === "developer" ? unknownNames(object, given) : [];
  const { values, issues } = checkValues(object.attributes, given, mode, held);
  if (unknown.length + issues.length === 0) return values;
  throw invalidBody([...unknown, ...issues]);
}

/**
 * What is stored of a record beside its values, made of them. Archived attributes stay among what it is found by, so that
 * they are whole when they come back.
 */
function derived({ attributes, archivedAttributes }: ObjectRow, values: Values) {
  const all = [...attributes, ...archivedAttributes];
  if (Buffer.byteLength(JSON.stringify(values)) > RECORD_BYTES_MAX) {
    throw invalidBody([{ path: "values", message: `More than ${RECORD_BYTES_MAX / 1024} KiB in all` }]);
  }
  return {
    values,
    title: titleOf(attributes, values),
    keys: keyDocument(all, values),
    search: searchText(all, values),
  };
}

/** Archived attributes stay indexed, as in `derived`. */
function indexed({ attributes, archivedAttributes }: ObjectRow) {
  return ({ values }: RecordRow) => indexKeys([...attributes, ...archivedAttributes], values);
}

function unique({ attributes }: ObjectRow) {
  return ({ values }: RecordRow) => uniqueKeys(attributes, values);
}

function keysOf(records: readonly RecordRow[], keysOfOne: (record: RecordRow) => ValueKey[]): RecordKey[] {
  return records.flatMap((record) => keysOfOne(record).map((key) => ({ ...key, recordId: record.id })));
}

async function claim(tx: Db, object: ObjectRow, keys: readonly RecordKey[]): Promise<void> {
  const failed = new Set((await claimUnique(tx, keys)).map(({ attributeId }) => attributeId));
  if (failed.size === 0) return;
  const taken = object.attributes.filter(({ id }) => failed.has(id));
  const name = taken[0]?.name ?? "value";
  const message = "Another record has this value";
  const issues = taken.map(({ slug }) => ({ path: `values.${slug}`, message }));
  throw new AppError("conflict", `Another ${object.singularName} has this ${name}`, { issues });
}

async function announce(
  tx: Db,
  writer: Writer,
  object: ObjectRow,
  type: RecordChange["type"],
  records: readonly RecordRow[],
  changesById: ReadonlyMap<string, FieldChange[]>,
  now: Date,
): Promise<void> {
  if (writer.isQuiet) return;
  const changes = records.map(({ id, title, values }) => ({
    workspaceId: writer.workspaceId,
    type,
    object: object.slug,
    record: { id, title, values: shownValues(object, values) },
    changes: changesById.get(id) ?? [],
    actorId: writer.actor.developerId,
    causeRunId: writer.causeRunId,
    setsOffAutomations: writer.setsOffAutomations ?? true,
  }));
  await recordsChanged(tx, changes, now);
}

/**
 * Adds records whose values have been checked already, as an import's have.
 * @throws AppError conflict for a value that another record has to itself
 */
export async function addRecords(
  tx: Db,
  writer: Writer,
  object: ObjectRow,
  valuesList: readonly Values[],
  now: Date,
): Promise<RecordRow[]> {
  if (valuesList.length === 0) return [];
  const records = valuesList.map((values) => ({
    id: uuidv7(),
    workspaceId: writer.workspaceId,
    objectId: object.id,
    ...derived(object, mergeValues({}, values)),
    createdById: writer.actor.developerId,
    createdAt: now,
    updatedAt: now,
    rowVersion: 1,
    deletedAt: null,
  }));
  await insertRecords(tx, records);
  await insertKeys(tx, keysOf(records, indexed(object)));
  await claim(tx, object, keysOf(records, unique(object)));
  const changesById = new Map(records.map(({ id, values }) => [id, changesOf({}, values)]));
  const entries = records.map(({ id }) => ({
    recordId: id,
    type: "created" as const,
    changes: abridged(changesById.get(id) ?? []),
  }));
  await insertTimeline(tx, writer, entries, now);
  await announce(tx, writer, object, "record.created", records, new Map(), now);
  return records;
}

/** An object and a new record's values, checked against it. */
async function checkNew(tx: Db, writer: Writer, objectSlug: string, given: Given, now: Date) {
  const object = await getLockedObject(tx, writer.workspaceId, objectSlug, now);
  const values = parseValues(writer, object, given, "create");
  await checkReferences(tx, writer.workspaceId, object.attributes, [values]);
  return { object, values };
}

/**
 * Creates a record of an object.
 * @throws AppError not_found for the object, invalid for values that its attributes don't take, conflict for a value
 *   that another record has to itself
 */
export async function createRecordAs(
  tx: Db,
  writer: Writer,
  objectSlug: string,
  given: Given,
  now: Date,
): Promise<RecordRow> {
  const { object, values } = await checkNew(tx, writer, objectSlug, given, now);
  const [record] = await addRecords(tx, writer, object, [values], now);
  if (!record) throw new Error("a record was made and is not there");
  return record;
}

/**
 * Creates a record; if a unique value shows that it exists already, fills in that record's empty values instead.
 * Nothing known is overwritten, so unverified visitors may use this.
 * @throws AppError as `createRecordAs`: conflict if several records have the unique values, or another request was
 * first
 */
export async function createOrFillRecordAs(
  tx: Db,
  writer: Writer,
  objectSlug: string,
  given: Given,
  now: Date,
): Promise<RecordRow> {
  const { object, values } = await checkNew(tx, writer, objectSlug, given, now);
  const holders = await findHolders(tx, uniqueKeys(object.attributes, values));
  const [holderId, ...others] = new Set(holders.map(({ recordId }) => recordId));
  const isKnown = holderId !== undefined && others.length === 0;
  const [record] = isKnown
    ? await getLockedRecords(tx, writer.workspaceId, object, [holderId])
    : await addRecords(tx, writer, object, [{ ...firstValues(object), ...values }], now);
  if (!record) throw new Error("a record was made or held and is not there");
  if (!isKnown) return record;
  const missing = Object.fromEntries(
    Object.entries(values).filter(([slug]) => record.values[slug] === undefined),
  );
  const [filled] = await changeRecords(tx, writer, object, [{ record, values: missing }], now);
  return filled ?? record;
}

/** Keys that one state of the records has and the other has not. */
function missingIn(keys: readonly RecordKey[], others: readonly RecordKey[]): RecordKey[] {
  const name = ({ attributeId, key, recordId }: RecordKey) => `${attributeId} ${recordId} ${key}`;
  const known = new Set(others.map(name));
  return keys.filter((each) => !known.has(name(each)));
}

/**
 * Gives records new values, each its own, already validated. Records that nothing changes for stay as they are, without
 * an event. The caller has locked the records.
 * @returns the records that changed, as they are now
 */
export async function changeRecords(
  tx: Db,
  writer: Writer,
  object: ObjectRow,
  given: readonly { record: RecordRow; values: Values }[],
  now: Date,
): Promise<RecordRow[]> {
  const changed = given.flatMap(({ record, values }) => {
    const merged = mergeValues(record.values, values);
    const changes = changesOf(record.values, merged);
    if (changes.length === 0) return [];
    const rowVersion = record.rowVersion + 1;
    const after = { ...record, ...derived(object, merged), updatedAt: now, rowVersion };
    return [{ before: record, after, changes }];
  });
  if (changed.length === 0) return [];
  const before = changed.map((each) => each.before);
  const after = changed.map((each) => each.after);
  const [keysBefore, keysAfter] = [keysOf(before, indexed(object)), keysOf(after, indexed(object))];
  await updateRecordRows(tx, after, now);
  await deleteKeys(tx, missingIn(keysBefore, keysAfter));
  await insertKeys(tx, missingIn(keysAfter, keysBefore));
  await claim(tx, object, missingIn(keysOf(after, unique(object)), keysOf(before, unique(object))));
  const entries = changed.map(({ after: { id }, changes }) => ({
    recordId: id,
    type: "updated" as const,
    changes: abridged(changes),
  }));
  await insertTimeline(tx, writer, entries, now);
  const changesById = new Map(changed.map(({ after: { id }, changes }) => [id, changes]));
  await announce(tx, writer, object, "record.updated", after, changesById, now);
  return after;
}

/** Live records of an object, locked until the transaction ends. @throws AppError not_found when one is missing */
export async function getLockedRecords(
  tx: Db,
  workspaceId: string,
  object: ObjectRow,
  ids: readonly string[],
): Promise<RecordRow[]> {
  await lockRecords(tx, workspaceId, object.id, ids);
  const records = await findRecords(tx, workspaceId, object.id, ids);
  const live = records.filter(({ deletedAt }) => deletedAt === null);
  if (live.length < new Set(ids).size) throw new AppError("not_found", "Record not found");
  return live;
}

/**
 * Gives records of an object the same new values; what is not named stays.
 * @returns the records that changed, as they are now
 * @throws AppError not_found for the object or a record, invalid and conflict as `createRecordAs`
 */
export async function updateRecordsAs(
  tx: Db,
  writer: Writer,
  objectSlug: string,
  recordIds: readonly string[],
  given: Given,
  now: Date,
): Promise<RecordRow[]> {
  const object = await getLockedObject(tx, writer.workspaceId, objectSlug, now);
  const records = await getLockedRecords(tx, writer.workspaceId, object, recordIds);
  const held = records.map((record) => record.values);
  const values = parseValues(writer, object, given, "update", held);
  await checkReferences(tx, writer.workspaceId, object.attributes, [values]);
  return changeRecords(
    tx,
    writer,
    object,
    records.map((record) => ({ record, values })),
    now,
  );
}

/**
 * Deletes records. They can be restored for `RECORD_RESTORE_DAYS`; meanwhile others may take their unique values.
 * @throws AppError not_found for the object or a record
 */
export async function deleteRecordsAs(
  tx: Db,
  writer: Writer,
  objectSlug: string,
  recordIds: readonly string[],
  now: Date,
): Promise<RecordRow[]> {
  const object = await getLockedObject(tx, writer.workspaceId, objectSlug, now);
  const records = await getLockedRecords(tx, writer.workspaceId, object, recordIds);
  const ids = records.map(({ id }) => id);
  await setDeleted(tx, ids, now, now);
  await deleteKeysOf(tx, ids);
  const entries = ids.map((recordId) => ({ recordId, type: "deleted" as const, changes: [] }));
  await insertTimeline(tx, writer, entries, now);
  await announce(tx, writer, object, "record.deleted", records, new Map(), now);
  return records;
}

/**
 * Brings a deleted record back, as it was. Webhooks hear of it by an event of its own; no automation is set off, because
 * the record has been new before.
 * @throws AppError not_found where there is no such deleted record, conflict when another record has since taken a
 *   value that only one may have
 */
export async function restoreRecordAs(
  tx: Db,
  writer: Writer,
  objectSlug: string,
  recordId: string,
  now: Date,
): Promise<RecordRow> {
  const object = await getLockedObject(tx, writer.workspaceId, objectSlug, now);
  await lockRecords(tx, writer.workspaceId, object.id, [recordId]);
  const [record] = await findRecords(tx, writer.workspaceId, object.id, [recordId]);
  if (!record || record.deletedAt === null) throw new AppError("not_found", "Record not found");
  // Made anew: attributes may have come and gone meanwhile.
  const restored = {
    ...record,
    ...derived(object, record.values),
    deletedAt: null,
    updatedAt: now,
    rowVersion: record.rowVersion + 1,
  };
  await setDeleted(tx, [recordId], null, now);
  await updateRecordRows(tx, [restored], now);
  await insertKeys(tx, keysOf([restored], indexed(object)));
  await claim(tx, object, keysOf([restored], unique(object)));
  await insertTimeline(tx, writer, [{ recordId, type: "restored", changes: [] }], now);
  await announce(tx, writer, object, "record.restored", [restored], new Map(), now);
  return restored;
}
