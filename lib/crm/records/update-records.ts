import type { WorkspaceScope } from "@/lib/access/authorise";
import type { SelectionResult, UpdateSelection } from "@/lib/crm/records/schema";
import { updateRecordsAs } from "@/lib/crm/records/write-records";
import { writerOf } from "@/lib/crm/records/writer";
import { transaction } from "@/lib/platform/database";

/** Gives a selection of records the same new values, all of them or none. As `updateRecordsAs`. */
export async function updateRecords(
  scope: WorkspaceScope,
  objectSlug: string,
  { record_ids: ids, values }: UpdateSelection,
  now: Date,
): Promise<SelectionResult> {
  const changed = await transaction((tx) =>
    updateRecordsAs(tx, writerOf(scope), objectSlug, ids, values, now),
  );
  return { changed: changed.length };
}
