import type { Workspace as WorkspaceRow } from "@/lib/platform/rows";
import { planOf } from "@/lib/workspaces/plans/plan-of";
import { Settings, Workspace } from "@/lib/workspaces/schema";

/** A workspace as its members see it. */
export function presentWorkspace(row: WorkspaceRow): Workspace {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    type: Workspace.shape.type.parse(row.type),
    owner_id: row.ownerId,
    plan_id: planOf(row),
    settings: Settings.parse(row.settings),
    is_active: row.isActive,
    created_at: row.createdAt.toISOString(),
  };
}
