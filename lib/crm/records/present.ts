import type { ObjectRow } from "@/lib/crm/objects/store";
import { RELATED_COUNTED_MAX } from "@/lib/crm/records/limits";
import { findLabels } from "@/lib/crm/records/list/store";
import { referredIds, shownValues } from "@/lib/crm/records/rules";
import { type CrmRecord, FieldChange, type Related, TimelineEntry } from "@/lib/crm/records/schema";
import type { RecordRow, RelatedRow, TimelineRow } from "@/lib/crm/records/store";

/** Records with the names of what they refer to, which cost one query in all. */
export async function presentRecords(object: ObjectRow, records: readonly RecordRow[]): Promise<CrmRecord[]> {
  const referred = referredIds(
    object.attributes,
    records.map(({ values }) => values),
  );
  const labels = await findLabels(object.workspaceId, referred.records, referred.members);
  return records.map((record) => {
    const values = shownValues(object, record.values);
    const named = Object.values(values).flatMap((value) => {
      // Any text may be a value, such as "constructor", which every object has.
      const label = typeof value === "string" && Object.hasOwn(labels, value) ? labels[value] : undefined;
      return label === undefined ? [] : [[value, label] as const];
    });
    return {
      id: record.id,
      object: object.slug,
      title: record.title,
      values,
      labels: Object.fromEntries(named),
      created_by_id: record.createdById,
      created_at: record.createdAt.toISOString(),
      updated_at: record.updatedAt.toISOString(),
      row_version: record.rowVersion,
      deleted_at: record.deletedAt?.toISOString() ?? null,
    };
  });
}

/** One record; as `presentRecords`. */
export async function presentRecord(object: ObjectRow, record: RecordRow): Promise<CrmRecord> {
  const [presented] = await presentRecords(object, [record]);
  if (!presented) throw new Error("a record was presented as nothing");
  return presented;
}

/** Those that refer to a record, counted. */
export function presentRelated({ count, ...row }: RelatedRow): Related {
  return {
    object: row.object,
    singular_name: row.singularName,
    plural_name: row.pluralName,
    attribute: row.attribute,
    attribute_name: row.attributeName,
    count: Math.min(count, RELATED_COUNTED_MAX),
    is_capped: count > RELATED_COUNTED_MAX,
  };
}

/** An entry of a record's timeline. */
export function presentTimelineEntry(row: TimelineRow): TimelineEntry {
  const { type, actor_kind } = TimelineEntry.pick({ type: true, actor_kind: true }).parse({
    type: row.type,
    actor_kind: row.actorKind,
  });
  return {
    id: row.id,
    type,
    actor_kind,
    actor_id: row.actorId,
    actor_name: row.actor?.name ?? null,
    cause_id: row.causeId,
    changes: FieldChange.array().parse(row.changes),
    created_at: row.createdAt.toISOString(),
  };
}
