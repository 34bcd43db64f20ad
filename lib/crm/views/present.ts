import type { WorkspaceScope } from "@/lib/access/authorise";
import type { ObjectRow } from "@/lib/crm/objects/store";
import type { View } from "@/lib/crm/views/schema";
import type { ViewRow } from "@/lib/crm/views/store";

/** A view as the scope's member sees it. */
export function presentView(scope: WorkspaceScope, object: ObjectRow, row: ViewRow): View {
  return {
    id: row.id,
    object: object.slug,
    name: row.name,
    is_shared: row.isShared,
    is_mine: row.ownerId === scope.actor.developerId,
    owner_id: row.ownerId,
    filter: row.filter,
    sort: row.sort,
    columns: row.columns,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
