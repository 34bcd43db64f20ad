import type { WorkspaceScope } from "@/lib/access/authorise";
import { findRecordOf } from "@/lib/crm/records/get-record";
import { RELATED_COUNTED_MAX } from "@/lib/crm/records/limits";
import { presentRelated } from "@/lib/crm/records/present";
import type { Related } from "@/lib/crm/records/schema";
import { listRelatedRows } from "@/lib/crm/records/store";

/**
 * Which kinds of records refer to a record, by which attribute, and how many; those without any too. The records
 * themselves are a list like any other, filtered by that attribute.
 * @throws AppError not_found
 */
export async function listRelated(
  scope: WorkspaceScope,
  objectSlug: string,
  recordId: string,
  now: Date,
): Promise<Related[]> {
  const { record } = await findRecordOf(scope, objectSlug, recordId, now);
  return (await listRelatedRows(record, objectSlug, RELATED_COUNTED_MAX)).map(presentRelated);
}
