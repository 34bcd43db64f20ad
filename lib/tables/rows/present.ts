import type { FieldChange } from "@/lib/crm/records/schema";
import { type TableAccess, visibleColumns } from "@/lib/tables/access";
import type { HistoryRow, RowRow } from "@/lib/tables/rows/store";
import type { Row, RowHistoryEntry } from "@/lib/tables/schema";

/** A row as a caller may see it: a value, or null, for each column that exists for them. */
export function presentRow(access: TableAccess, row: RowRow): Row {
  return {
    id: row.id,
    values: Object.fromEntries(visibleColumns(access).map(({ key }) => [key, row.values[key] ?? null])),
    row_version: row.rowVersion,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
  };
}

/** What happened to a row, as members see it. */
export function presentHistory(event: HistoryRow): RowHistoryEntry {
  return {
    id: event.id,
    type: event.type as RowHistoryEntry["type"],
    actor_kind: event.actorKind as RowHistoryEntry["actor_kind"],
    actor_id: event.actorId,
    actor_name: event.actor?.name ?? null,
    share_link_id: event.shareLinkId,
    share_link_name: event.shareLink?.name ?? null,
    row_version: event.rowVersion,
    changes: event.changes as FieldChange[],
    created_at: event.createdAt.toISOString(),
  };
}
