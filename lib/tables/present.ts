import type { Table } from "@/lib/tables/schema";
import type { CountedTable } from "@/lib/tables/store";

/** A table as its members see it. */
export function presentTable(row: CountedTable): Table {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    columns: row.columns,
    row_count: row.rowCount,
    active_share_link_count: row.activeShareLinks,
    created_by_id: row.createdById,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
