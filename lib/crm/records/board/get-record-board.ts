import type { WorkspaceScope } from "@/lib/access/authorise";
import { getObject } from "@/lib/crm/objects/get-object";
import type { AttributeRow } from "@/lib/crm/objects/store";
import { boardColumns } from "@/lib/crm/records/board/rules";
import type { RecordBoard, RecordBoardQuery } from "@/lib/crm/records/board/schema";
import { listBoardRows } from "@/lib/crm/records/board/store";
import { BOARD_COLUMN_RECORDS_MAX, BOARD_RECORDS_MAX } from "@/lib/crm/records/limits";
import { openRecordList } from "@/lib/crm/records/list/list-records";
import { presentRecords } from "@/lib/crm/records/present";
import { traitsOf } from "@/lib/crm/values/catalog";
import { AppError } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";

function attributeOf(
  attributes: readonly AttributeRow[],
  [path, slug]: readonly ["by" | "sum", string],
  fits: (attribute: AttributeRow) => boolean,
): AttributeRow {
  const found = attributes.find((attribute) => attribute.slug === slug);
  if (found && fits(found)) return found;
  const wanted = path === "by" ? "a select attribute" : "a number or currency attribute";
  const issues = [{ path, message: `Not ${wanted}` }];
  throw new AppError("bad_request", `${slug} is not ${wanted} of this object.`, { issues });
}

/**
 * An object's records as a board: a column for each option of an attribute, with how many records it has, what they add
 * up to and those that were changed last.
 * @throws AppError not_found for the object, bad_request for a filter or attributes that do not fit it
 */
export async function getRecordBoard(
  scope: WorkspaceScope,
  objectSlug: string,
  { by, sum, ...filters }: RecordBoardQuery,
  now: Date,
): Promise<RecordBoard> {
  const object = await getObject(db(), scope.workspaceId, objectSlug, now);
  const { attributes } = object;
  const column = attributeOf(attributes, ["by", by], ({ type }) => traitsOf(type).choice === "one");
  const isSummed = ({ type }: AttributeRow) => traitsOf(type).json === "number";
  const amount = sum === undefined ? null : attributeOf(attributes, ["sum", sum], isSummed);
  const given = { ...filters, sort: "-created_at", deleted: false };
  const list = await openRecordList(scope, object, given, now);
  const rows = await listBoardRows(list, { by: column, sum: amount }, [
    BOARD_RECORDS_MAX,
    BOARD_COLUMN_RECORDS_MAX,
  ]);
  const records = await presentRecords(object, rows);
  return {
    by,
    sum: amount?.slug ?? null,
    is_cut: (rows[0]?.total ?? 0) > BOARD_RECORDS_MAX,
    columns: boardColumns(column, rows, records, amount !== null),
  };
}
