import type { WorkspaceScope } from "@/lib/access/authorise";
import { getObject, type ObjectRow } from "@/lib/crm/objects/get-object";
import { findWords } from "@/lib/crm/records/list/find-words";
import {
  conjuncts,
  cursorFor,
  placeOf,
  readFilter,
  readPlace,
  readSort,
  searchTest,
  type Words,
} from "@/lib/crm/records/list/rules";
import { listRecordRows, type RecordList } from "@/lib/crm/records/list/store";
import { presentRecords } from "@/lib/crm/records/present";
import type { CrmRecord, RecordFilters, RecordQuery } from "@/lib/crm/records/schema";
import { AppError } from "@/lib/http/app-error";
import { cutPage, type Page } from "@/lib/http/paging";
import { db } from "@/lib/platform/database";

/** The list that filters of a request mean. @throws AppError bad_request */
export function recordList(
  object: ObjectRow,
  filters: Omit<RecordFilters, "time_zone">,
  words: Words = {},
): RecordList {
  const { filter, search, sort: sortText, deleted } = filters;
  const sort = readSort(object.attributes, sortText);
  if (deleted && "field" in sort) {
    throw new AppError("bad_request", "Deleted records are sorted by created_at or updated_at.");
  }
  const tests = [readFilter(object.attributes, filter, words), searchTest(search)].filter(
    (test) => test !== null,
  );
  const [only = null] = tests;
  return {
    workspaceId: object.workspaceId,
    objectId: object.id,
    test: tests.length > 1 ? { kind: "all", tests: tests.flatMap(conjuncts) } : only,
    sort,
    isDeleted: deleted,
  };
}

/** As `recordList`, with the meaning of words in the filter for the person who asks. */
export async function openRecordList(
  scope: WorkspaceScope,
  object: ObjectRow,
  filters: RecordFilters,
  now: Date,
): Promise<RecordList> {
  const { filter = "", time_zone: zone } = filters;
  return recordList(object, filters, await findWords(db(), scope, object, filter, zone, now));
}

/**
 * A page of an object's records: filtered, searched, sorted and cut by the database. Records without a value to sort
 * by come last in either direction.
 * @throws AppError not_found for the object, bad_request for a filter, sort or cursor that does not fit it
 */
export async function listRecords(
  scope: WorkspaceScope,
  objectSlug: string,
  { limit, cursor, ...filters }: RecordQuery,
  now: Date,
): Promise<Page<CrmRecord>> {
  const object = await getObject(db(), scope.workspaceId, objectSlug, now);
  const list = await openRecordList(scope, object, filters, now);
  const after = readPlace(filters.sort, cursor);
  const rows = await listRecordRows(list, limit + 1, after);
  const { items, nextCursor } = cutPage(rows, limit, (last) =>
    cursorFor(filters.sort, placeOf(list.sort, last)),
  );
  return { items: await presentRecords(object, items), nextCursor };
}
