import { IMPORT_CHANGED_SHOWN_MAX, IMPORT_NEW_SHOWN_MAX } from "@/lib/crm/import/limits";
import type { sortPlans } from "@/lib/crm/import/plan-rows";
import type { ImportedRecord } from "@/lib/crm/import/schema";
import type { ObjectRow } from "@/lib/crm/objects/store";
import { findLabels } from "@/lib/crm/records/list/store";
import { changesOf, mergeValues, referredIds } from "@/lib/crm/records/rules";
import { titleOf } from "@/lib/crm/records/value-keys";

export type Preview = ImportedRecord[];

/** The first records that an import would change, before and after, and the first that it would create. */
export function previewOf(object: ObjectRow, { added, changing }: ReturnType<typeof sortPlans>): Preview {
  const changed = changing.slice(0, IMPORT_CHANGED_SHOWN_MAX).map(({ number, record, values }) => {
    const changes = changesOf(record.values, mergeValues(record.values, values));
    return {
      row: number,
      record_id: record.id,
      title: record.title,
      before: Object.fromEntries(changes.map(({ field, old }) => [field, old])),
      after: Object.fromEntries(changes.map((change) => [change.field, change.new])),
    };
  });
  const made = added.slice(0, IMPORT_NEW_SHOWN_MAX).map(({ number, values }) => ({
    row: number,
    record_id: null,
    title: titleOf(object.attributes, values),
    before: null,
    after: mergeValues({}, values),
  }));
  return [...changed, ...made];
}

/** Names of the records and people in a preview, by id. */
export async function previewLabels(object: ObjectRow, preview: Preview): Promise<Record<string, string>> {
  const { records, members } = referredIds(
    object.attributes,
    preview.flatMap(({ before, after }) => [before ?? {}, after]),
  );
  return findLabels(object.workspaceId, records, members);
}
