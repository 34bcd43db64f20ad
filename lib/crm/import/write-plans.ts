import type { sortPlans } from "@/lib/crm/import/plan-rows";
import { insertChanges } from "@/lib/crm/import/store";
import type { ObjectRow } from "@/lib/crm/objects/store";
import { changesOf, mergeValues } from "@/lib/crm/records/rules";
import { addRecords, changeRecords } from "@/lib/crm/records/write-records";
import type { Writer } from "@/lib/crm/records/writer";
import type { Db } from "@/lib/platform/database";

/** The writer that stands for an import in the timelines of its records. */
export function importWriter(workspaceId: string, developerId: string | null, importId: string): Writer {
  return { workspaceId, actor: { kind: "import", developerId, causeId: importId }, causeRunId: null };
}

/**
 * Writes planned rows, and records the changes with the import, so that it can be undone.
 * @throws AppError conflict if another request took a unique value meanwhile
 */
export async function writePlans(
  tx: Db,
  writer: Writer,
  importId: string,
  object: ObjectRow,
  { added, changing }: ReturnType<typeof sortPlans>,
  now: Date,
): Promise<void> {
  await changeRecords(tx, writer, object, changing, now);
  const made = await addRecords(
    tx,
    writer,
    object,
    added.map(({ values }) => values),
    now,
  );
  const changed = changing.map(({ record, values }) => {
    const changes = changesOf(record.values, mergeValues(record.values, values));
    return {
      kind: "updated" as const,
      recordId: record.id,
      before: Object.fromEntries(changes.map(({ field, old }) => [field, old])),
      after: Object.fromEntries(changes.map((change) => [change.field, change.new])),
    };
  });
  const created = made.map(({ id }) => ({ kind: "created" as const, recordId: id, before: {}, after: {} }));
  await insertChanges(tx, importId, [...created, ...changed], now);
}
